import { constants, createBrotliCompress } from 'node:zlib';
import type { Hostile } from '../hostile.ts';
import { isSummary } from '../wire.ts';
import { explode } from './bomb.ts';

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Small on the wire, large in memory. */
export const brotliBomb: Hostile = {
  id: 'brotli-bomb',
  title: 'sends a summary that brotli blows up to 400 MB',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'], seconds: 60 },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    explode(call.socket, 'br', createBrotliCompress(FAST));
  },
};
