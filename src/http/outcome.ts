import type { Failure } from '../vocabulary/exchange.ts';

/** Status line and headers as they came. */
export interface Head {
  status: number;
  statusText: string;
  headers: [string, string][];
  coding: string;
}

/** What is said beside a response and kept nowhere: interim responses (1xx), and trailers after the body. */
export interface UnrecordedHeaders {
  /** `103 response` or `trailers`. */
  where: string;
  statusText: string;
  headers: [string, string][];
}

/** What came of one attempt; the body went into the collector. */
export interface Outcome {
  head?: Head;
  extra: UnrecordedHeaders[];
  failure?: Failure;
  wireBytes: number;
  timing: { headersMs?: number; firstByteMs?: number; endMs: number };
}
