import type { Failure } from '../vocabulary/exchange.ts';

/** The bounds of one attempt, in milliseconds and bytes. */
export interface Bounds {
  headersMs: number;
  silenceMs: number;
  totalMs: number;
  maxBody: number;
}

/** Status line and headers as they came. */
export interface Head {
  status: number;
  statusText: string;
  headers: [string, string][];
  coding: string;
}

/** What came of one attempt; the body went into the collector. */
export interface Outcome {
  head?: Head;
  failure?: Failure;
  wireBytes: number;
  timing: { headersMs?: number; firstByteMs?: number; endMs: number };
}
