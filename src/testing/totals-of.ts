import type { Totals } from '../usage/measures.ts';

/** Totals of these tokens and requests. */
export const totalsOf = (input: number, output: number, requests: number): Totals => ({
  input_tokens: BigInt(input),
  output_tokens: BigInt(output),
  total_tokens: BigInt(input + output),
  total_requests: BigInt(requests),
});
