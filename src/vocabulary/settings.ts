import { withoutEnding } from './without-ending.ts';

/** Other clients that can be run against a service, if they are installed and requested. */
export const OTHER_CLIENTS = ['langchain', 'ai-sdk', 'python'] as const;
export type OtherClient = (typeof OTHER_CLIENTS)[number];

/** The profiles, the smallest first. */
export const PROFILES = ['smoke', 'standard', 'exhaustive'] as const;
export type Profile = (typeof PROFILES)[number];

/** USD per 1M tokens (spec 1). */
export interface Prices {
  input: number;
  output: number;
}

/** The names of the usage endpoints' parameters and columns; discovered or configured (spec 4.2, 4.4). */
export interface UsageNames {
  start?: string;
  end?: string;
  model?: string;
  provider?: string;
  source?: string;
  limit?: string;
  offset?: string;
  /** Member of 2.8 → CSV column title. */
  columns?: Record<string, string>;
}

/** The settings of a run; made from the command line and the environment, never changed afterwards. */
export interface Settings {
  baseUrl: string;
  /** The path prefix of the endpoints instead of /api/v1: the other published variant is /v1 (spec 4). */
  apiPath?: string;
  model?: string;
  reasoningModel?: string;
  /** Additional models, each of which gets the requests of a small run. */
  otherModels?: readonly string[];
  exclusive: boolean;
  profile: Profile;
  seed: number;
  timeouts: {
    connectMs: number;
    /** From the request until the headers. */
    headersMs: number;
    /** Longest silence within a body. */
    silenceMs: number;
    /** Longest time for a whole exchange. */
    totalMs: number;
  };
  /** How long totals must be stable before growth is judged. */
  settleMs: number;
  /** Maximum wait of live accounting for totals. */
  settleDeadlineMs: number;
  /** Maximum concurrency: less at the start, and if the service demands it. */
  concurrency: number;
  /** Maximum requests per second; 0 is unlimited. */
  requestsPerSecond: number;
  /** Attempts for a transient response, the first included. */
  attempts: number;
  /** Longest honored Retry-After. */
  maxRetryAfterMs: number;
  maxBody: number;
  /** `received` is in bytes, `durationMs` counts from the first request. */
  budget: {
    requests?: number;
    billed?: number;
    tokens?: number;
    usd?: number;
    received?: number;
    durationMs?: number;
  };
  prices?: Prices;
  /** Sent with every request. */
  extraHeaders: readonly (readonly [string, string])[];
  /** Names of headers with secret values, in addition to those with a known name or form (see `isSecretHeader`). */
  secretHeaders?: readonly string[];
  /** PEM of an additional certificate authority. */
  ca?: string;
  usageNames?: UsageNames;
  /** Inclusive days, YYYY-MM-DD. */
  usageRange?: { from: string; to: string };
  keepIdentities: boolean;
  /** Clients to run in addition to the official one. */
  clients?: readonly OtherClient[];
  /** The part of the run that this is, if several share it. */
  shard?: Shard;
}

/** The keys of a run. Separate from the settings, so that these can be printed. */
export interface Keys {
  main: string;
  emptyWallet?: string;
  otherOrganization?: string;
}

/** The contract's path prefix. */
export const API_PATH = '/api/v1';

/** A path of the contract on this service. */
export function placed(path: string, apiPath: string | undefined): string {
  return apiPath !== undefined && path.startsWith(`${API_PATH}/`)
    ? apiPath + path.slice(API_PATH.length)
    : path;
}

/** Where the endpoints of a service are. */
export type ServiceAddress = Pick<Settings, 'baseUrl' | 'apiPath'>;

/** The reverse of `placed`, for the URL of a request: its path and query, as a path of the contract if it is one. */
export function unplaced(url: string, { baseUrl, apiPath }: ServiceAddress): string {
  const { origin, pathname } = new URL(baseUrl);
  const path = url.slice(withoutEnding(origin + pathname, '/').length);
  return apiPath !== undefined && path.startsWith(`${apiPath}/`)
    ? API_PATH + path.slice(apiPath.length)
    : path;
}

/** Maximum number of models of a run, and of values of any other option. */
export const MOST_MODELS = 20;
export const MOST_VALUES = 1_000;
/** Maximum number of characters of an option's value. */
export const LONGEST_VALUE = 65_536;

/** Maximum size of an export, which is read in pieces: a million records need half of it. */
export const LARGEST_EXPORT = 512 * 1024 ** 2;

/** Maximum size of a body in a record: earlier versions accepted exports of this size. */
export const LARGEST_BODY = 4 * 1024 ** 3;

/** Maximum decompressed bytes of a whole run: twice as much as a history of a million records needs. */
export const RUN_BOUNDS = { received: 4e9, durationMs: 7_200_000 };

/** Limits for a shared staging service. */
export const DEFAULTS = {
  exclusive: false,
  profile: 'standard',
  timeouts: { connectMs: 10_000, headersMs: 60_000, silenceMs: 60_000, totalMs: 180_000 },
  settleMs: 30_000,
  settleDeadlineMs: 120_000,
  concurrency: 16,
  requestsPerSecond: 0,
  attempts: 5,
  maxRetryAfterMs: 75_000,
  maxBody: 64 * 1024 * 1024,
  budget: {},
  extraHeaders: [],
  keepIdentities: false,
} as const satisfies Partial<Settings>;

/** One of several runs that share the work of one: the first is 1. */
export interface Shard {
  index: number;
  of: number;
}

/**
 * Whether this shard runs the checks that must run alone, and all planned billed requests: it starts after the
 * others.
 */
export function isLast({ index, of }: Shard): boolean {
  return index === of;
}

/** The name of a shard: `2/3`. */
export function shardName({ index, of }: Shard): string {
  return `${index}/${of}`;
}
