import type { Failure } from '../vocabulary/exchange.ts';

/** Status line and headers as received. */
export interface Head {
  status: number;
  statusText: string;
  headers: [string, string][];
  coding: string;
}

/** Data that is not kept: interim responses (1xx), and trailers after the body. */
export interface UnrecordedHeaders {
  /** `103 response` or `trailers`. */
  where: string;
  statusText: string;
  headers: [string, string][];
}

/** The outcome of one attempt; the body is in the collector. */
export interface Outcome {
  head?: Head;
  extra: UnrecordedHeaders[];
  failure?: Failure;
  wireBytes: number;
  /** Bytes besides those of the body: all others of the connection, and those that decoding yields. */
  otherBytes: number;
  timing: { headersMs?: number; firstByteMs?: number; endMs: number };
}
