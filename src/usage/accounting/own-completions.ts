import { bodyText, type Exchange, mediaType } from '../../vocabulary/exchange.ts';
import { parseExact } from '../exact-json.ts';

/** What one of this run's own completions should have left in the totals. */
export interface OwnCompletion {
  exchange: Exchange;
  /** `maybe`: it failed in a way that leaves open whether the service did the work. */
  outcome: 'success' | 'refused' | 'maybe';
  /** What the answer said it used; undefined where it said nothing. */
  usage: OwnUsage | undefined;
  model: string;
  /** How many choices were asked for. */
  choices: number;
  streamed: boolean;
  tools: boolean;
  /** Whether the answer calls a tool. */
  calls: boolean;
  reasoning: boolean;
  /** Whether a limit cut a choice off. */
  cut: boolean;
}

export interface OwnUsage {
  input: bigint;
  output: bigint;
  total: bigint;
  /** Output tokens that were reasoning, where the answer tells. */
  reasoning: bigint | undefined;
}

type Json = Record<string, unknown>;

/** Statuses that say that the service did not do the work. */
const NOT_DONE = new Set([408, 429, 503, 529]);

/** A choice that came to its end. */
const FINISHED = /"finish_reason"\s*:\s*"(?:stop|length|tool_calls|function_call)"/;

/** Reads a completion as a bill. */
export function ownCompletion(exchange: Exchange, reasoningModel: string | undefined): OwnCompletion {
  const request = json(new TextDecoder().decode(exchange.request.body));
  const status = exchange.response?.status;
  // Another status of success is judged elsewhere; what such an answer says it used is ours all the same.
  const answered = status !== undefined && status >= 200 && status < 300 && !exchange.failure;
  const usage = answered ? usageIn(exchange) : undefined;
  // A request that had to be refused, and was not, may have been answered by a stream that only tells of the error.
  const done =
    usage !== undefined ||
    (status === 200 && (exchange.billable !== undefined || FINISHED.test(bodyText(exchange))));
  const outcome =
    answered && done
      ? 'success'
      : status !== undefined && ((status >= 300 && status < 500) || NOT_DONE.has(status))
        ? 'refused'
        : 'maybe';
  const n = request?.n;
  const text = outcome === 'success' ? bodyText(exchange) : '';
  return {
    exchange,
    outcome,
    usage,
    model: String(request?.model ?? ''),
    choices: Number.isInteger(n) && (n as number) >= 1 ? (n as number) : 1,
    streamed: mediaType(exchange) === 'text/event-stream',
    tools: Array.isArray(request?.tools) && request.tools.length > 0,
    calls: /"tool_calls"\s*:\s*\[\s*\{/.test(text),
    reasoning: request?.model !== undefined && request.model === reasoningModel,
    cut: /"finish_reason"\s*:\s*"length"/.test(text),
  };
}

/**
 * The usage that an answer reports: of a stream the last one, as some repeat it in every chunk, growing. What is told before
 * the text ends is none of the whole.
 */
export function usageIn(exchange: Exchange): OwnUsage | undefined {
  const text = bodyText(exchange);
  if (mediaType(exchange) !== 'text/event-stream') return usageOf(json(text));
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  const chunks = lines.map((line) => (SAYS_USAGE.test(line) ? json(line.slice(5)) : undefined));
  const last = chunks.findLastIndex((chunk) => usageOf(chunk) !== undefined);
  const goesOn = lines.slice(last + 1).some((line) => SAYS_TEXT.test(line));
  return last < 0 || goesOn ? undefined : usageOf(chunks[last]);
}

const SAYS_USAGE = /"usage"/;
/** Content, reasoning or arguments that are not empty. */
const SAYS_TEXT = /"(?:content|reasoning|reasoning_content|arguments)"\s*:\s*"[^"]/;

function usageOf(answer: Json | undefined): OwnUsage | undefined {
  const usage = (answer?.usage ?? undefined) as Json | undefined;
  const counts = [usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens];
  if (!counts.every((c) => typeof c === 'bigint' || Number.isSafeInteger(c))) return undefined;
  const [input, output, total] = counts.map((c) => BigInt(c as number)) as [bigint, bigint, bigint];
  const detail = (usage?.completion_tokens_details as Json | undefined)?.reasoning_tokens;
  return {
    input,
    output,
    total,
    reasoning: Number.isSafeInteger(detail) ? BigInt(detail as number) : undefined,
  };
}

function json(text: string): Json | undefined {
  try {
    const value = parseExact(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
