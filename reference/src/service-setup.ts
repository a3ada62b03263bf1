import type { RateLimit, Trouble } from './rate-limit.ts';

/** How a service is set up, where that matters to a fault or a variant. */
export interface ServiceSetup {
  /** Daily records in the history of the main organization; default 330. */
  records?: number;
  rateLimit?: RateLimit;
  trouble?: Trouble;
  /** Milliseconds before each answer. */
  latencyMs?: number;
}
