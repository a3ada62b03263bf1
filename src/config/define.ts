import type { Profile } from '../vocabulary/settings.ts';

/** The source of a secret; the secret itself is never written into a configuration. */
export type SecretSource = { env: string } | { file: string };

/**
 * One target and how it is judged. Every member corresponds to the option of the same name; options and environment
 * take precedence.
 */
export interface TargetConfig {
  /** The service to judge, without `/api/v1`. */
  baseUrl?: string;
  /** The path prefix of the endpoints, instead of `/api/v1`. */
  apiPath?: string;
  apiKey?: SecretSource;
  /** A key with an empty wallet: enables the 402 checks. */
  nobalanceKey?: SecretSource;
  /** A key of another organization: enables the isolation checks. */
  otherOrgKey?: SecretSource;
  /** Sent with every request. A secret value is given by the name of its environment variable. */
  header?: Record<string, string | { env: string }>;
  /** Names of headers with secret values, in addition to the known ones. */
  secretHeader?: string | readonly string[];
  /** The model for completions. Each additional model gets eight requests. */
  model?: string | readonly string[];
  reasoningModel?: string;
  exclusive?: boolean;
  profile?: Profile;
  scope?: 'chat' | 'compat';
  only?: string | readonly string[];
  skip?: string | readonly string[];
  /** Additional clients to run: `langchain`, `ai-sdk`, `python`. */
  clients?: string | readonly string[];
  seed?: number;
  require?: string | readonly string[];
  failOn?: 'warn' | 'fail';
  /** The file of accepted findings. */
  known?: string;
  strictKnown?: boolean;
  /** Seconds, as are `settle` and `settleDeadline`. */
  timeout?: number;
  settle?: number;
  settleDeadline?: number;
  concurrency?: number;
  /** Maximum requests per second. */
  rps?: number;
  maxRequests?: number;
  /** Maximum megabytes of responses. */
  maxReceived?: number;
  /** Seconds after the first request; later requests are not sent. */
  maxDuration?: number;
  /** Maximum billed completions. */
  maxBilled?: number;
  maxTokens?: number;
  maxUsd?: number;
  /** USD per 1M tokens, as `input,output`. */
  prices?: string;
  /** Paths are relative to the folder of the configuration. */
  ca?: string;
  target?: string;
  saveTarget?: string;
  /** Days A..B, both included. */
  usageRange?: string;
  out?: string;
  keepIdentities?: boolean;
  signKey?: string;
  /** Fields of the signature: who ran it, for which purpose, and the last day (YYYY-MM-DD) of its validity. */
  operator?: string;
  purpose?: string;
  validUntil?: string;
  /** A time-stamp service (RFC 3161) for the signature. */
  timestamp?: string;
  quiet?: boolean;
  verbose?: boolean;
  trace?: boolean;
}

/** The export of `chatspec.config.ts`: one target, or several by name with their common options. */
export interface ChatspecConfig extends TargetConfig {
  /**
   * Selected with `--at NAME`; `--at all` judges each and ends with the matrix. These options override the common
   * ones.
   */
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
