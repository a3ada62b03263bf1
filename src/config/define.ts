import type { Profile } from '../vocabulary/settings.ts';

/** Where a secret is found; the secret itself is never written into a configuration. */
export type SecretSource = { env: string } | { file: string };

/** One target and how it is judged. Every member stands for the option of the same name; options and environment win. */
export interface TargetConfig {
  /** The service to judge, without `/api/v1`. */
  baseUrl?: string;
  /** Where the endpoints stand instead of `/api/v1`. */
  apiPath?: string;
  apiKey?: SecretSource;
  /** A key whose wallet is empty: enables the 402 checks. */
  nobalanceKey?: SecretSource;
  /** A key of another organization: enables the isolation checks. */
  otherOrgKey?: SecretSource;
  /** Sent with every request. A value that is a secret is named by its environment variable. */
  header?: Record<string, string | { env: string }>;
  /** Names of headers whose values are secrets, beside those whose names say so. */
  secretHeader?: string | string[];
  /** The model for completions; of several, the others get eight requests each. */
  model?: string | string[];
  reasoningModel?: string;
  exclusive?: boolean;
  profile?: Profile;
  scope?: 'chat' | 'compat';
  only?: string | string[];
  skip?: string | string[];
  /** Further clients that are run too: `langchain`, `ai-sdk`, `python`. */
  clients?: string | string[];
  seed?: number;
  require?: string | string[];
  failOn?: 'warn' | 'fail';
  /** The file of accepted findings. */
  known?: string;
  strictKnown?: boolean;
  /** Seconds, as are `settle` and `settleDeadline`. */
  timeout?: number;
  settle?: number;
  settleDeadline?: number;
  concurrency?: number;
  /** Requests per second at most. */
  rps?: number;
  maxRequests?: number;
  /** Megabytes of responses at most. */
  maxReceived?: number;
  /** Seconds after the first request, after which none is sent. */
  maxDuration?: number;
  /** Completions paid for at most. */
  maxBilled?: number;
  maxTokens?: number;
  maxUsd?: number;
  /** USD per 1M tokens, as `input,output`. */
  prices?: string;
  /** Files are found from the folder of the configuration. */
  ca?: string;
  target?: string;
  saveTarget?: string;
  /** Days A..B, both included. */
  usageRange?: string;
  out?: string;
  keepIdentities?: boolean;
  signKey?: string;
  /** Fields of the signature: who ran it, what for, and the last day (YYYY-MM-DD) on which it may be relied on. */
  operator?: string;
  purpose?: string;
  validUntil?: string;
  /** A service (RFC 3161) that stamps the signature with the time. */
  timestamp?: string;
  quiet?: boolean;
  verbose?: boolean;
  trace?: boolean;
}

/** What `chatspec.config.ts` exports: one target, or several by name, with what they have in common beside them. */
export interface ChatspecConfig extends TargetConfig {
  /** Chosen with `--at NAME`; `--at all` judges each and ends with the matrix. What is given here wins over the rest. */
  targets?: Record<string, TargetConfig>;
}

/**
 * Gives a configuration its types, and returns it as it is.
 *
 * @example
 * export default defineConfig({
 *   profile: 'standard',
 *   targets: {
 *     staging: { baseUrl: 'https://staging.example.com', model: 'm-1', apiKey: { env: 'STAGING_KEY' } },
 *   },
 * });
 */
export function defineConfig(config: ChatspecConfig): ChatspecConfig {
  return config;
}
