import { constants, createBrotliCompress } from 'node:zlib';
import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { isSummary } from '../wire.ts';
import { explode } from './bomb.ts';

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Small on the wire, large in memory. */
export const brotliBomb: Hostile = {
  id: 'brotli-bomb',
  title: 'sends a summary that brotli blows up to 400 MB',
  expects: summaryUndecided(/the body exceeds 67108864 bytes/, { timeout: 6, seconds: 40 }),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    explode(call.socket, 'br', () => createBrotliCompress(FAST));
  },
};
