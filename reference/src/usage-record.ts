/** A daily usage record as the service shows it (spec 2.8). */
export interface UsageRecord {
  id: string;
  user_id: string;
  org_id: string;
  email: string;
  model: string;
  model_provider: string;
  source: string;
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  total_requests: number;
  /** The day's beginning, an ISO 8601 date-time. */
  date: string;
  created_at: string;
}

/** The usage summary (spec 2.9). */
export interface UsageSummary {
  total_input_tokens: number;
  total_output_tokens: number;
  total_tokens: number;
  total_requests: number;
  unique_users: number;
  unique_models: number;
  unique_providers: number;
  api_usage: number;
  app_usage: number;
  date_range_days: number;
}

/** The usage that one completion adds to its day. */
export interface UsageEntry {
  /** Epoch milliseconds. */
  at: number;
  organization: string;
  user: string;
  email: string;
  model: string;
  provider: string;
  source: string;
  inputTokens: number;
  outputTokens: number;
  requests: number;
}

/** How an entry came about; for deviations that depend on it. */
export interface EntryOrigin {
  streamed: boolean;
  /** The client went away before the end. */
  aborted: boolean;
  choices: number;
  toolCalls: boolean;
  reasoning: boolean;
  /** The limit cut a choice off. */
  cut: boolean;
  /** Completion tokens of each choice. */
  choiceTokens: readonly number[];
}

/** A query to the usage store. Days count from 1970-01-01 and are inclusive. */
export interface UsageQuery {
  organization: string;
  firstDay?: number;
  lastDay?: number;
  model?: string;
  provider?: string;
  source?: string;
  limit?: number;
  offset?: number;
}

/** The result of the store. */
export interface UsageSource {
  /** Records in order, after offset and limit. */
  list(query: UsageQuery): UsageRecord[];
  /** The same one by one, in flat memory. */
  each(query: UsageQuery): Iterable<UsageRecord>;
  /** Their sums; limit and offset do not matter. */
  sum(query: UsageQuery): UsageSummary;
}

/** What a usage parameter means, whatever it is called. */
export type UsageParameter = 'start' | 'end' | 'model' | 'provider' | 'source' | 'limit' | 'offset';

/** A parameter's text as understood, or why it can't be. Days for start and end, numbers for limit and offset. */
export type ParsedParameter = { value: string | number } | { problem: string };
