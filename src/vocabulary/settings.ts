import type { OtherClient } from './other-clients.ts';
import type { Shard } from './shard.ts';

/** How much is asked, the least first. */
export const PROFILES = ['smoke', 'standard', 'exhaustive'] as const;
export type Profile = (typeof PROFILES)[number];

/** USD per 1M tokens (spec 1). */
export interface Prices {
  input: number;
  output: number;
}

/** What the usage endpoints call their parameters and columns; found out, or given by the user (spec 4.2, 4.4). */
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

/** Everything that a run needs to know; made from the command line and the environment, never changed afterwards. */
export interface Settings {
  baseUrl: string;
  /** Where the endpoints stand instead of /api/v1: the other published variant is /v1 (spec 4). */
  apiPath?: string;
  model?: string;
  reasoningModel?: string;
  /** Models beside `model`, each of which gets the requests of a small run. */
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
  /** How long totals must stand still before growth is judged. */
  settleMs: number;
  /** How long live accounting waits for totals at most. */
  settleDeadlineMs: number;
  /** In flight at most: fewer at first, and where the service asks for that. */
  concurrency: number;
  /** Requests per second at most; 0 is unlimited. */
  requestsPerSecond: number;
  /** Attempts for a transient answer, the first included. */
  attempts: number;
  /** Longest Retry-After that is honoured. */
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
  /** Headers of these names carry secrets, beside those whose name or form says so (see `isSecretHeader`). */
  secretHeaders?: readonly string[];
  /** PEM of an additional certificate authority. */
  ca?: string;
  usageNames?: UsageNames;
  /** Inclusive days, YYYY-MM-DD. */
  usageRange?: { from: string; to: string };
  keepIdentities: boolean;
  /** Clients beside the official one that are run too. */
  clients?: readonly OtherClient[];
  /** Which part of the run this is, when several share it. */
  shard?: Shard;
}

/** The keys of a run. Kept apart from the settings so that these can be printed. */
export interface Keys {
  main: string;
  emptyWallet?: string;
  otherOrganization?: string;
}

/** Where the contract has the endpoints. */
export const API_PATH = '/api/v1';

/** A path of the contract, where this service has it. */
export function placed(path: string, apiPath: string | undefined): string {
  return apiPath !== undefined && path.startsWith(`${API_PATH}/`)
    ? apiPath + path.slice(API_PATH.length)
    : path;
}

/** Bytes of an export at most, which is read piece by piece: a million records need half of it. */
export const LARGEST_EXPORT = 512 * 1024 ** 2;

/** Bytes of a body in a record at most: earlier versions took exports of this size. */
export const LARGEST_BODY = 4 * 1024 ** 3;

/** What a whole run receives, decompressed, and takes at most: twice as much as a history of a million records needs. */
export const RUN_BOUNDS = { received: 4e9, durationMs: 7_200_000 };

/** Limits that suit a shared staging service. */
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
