import { createZstdCompress } from 'node:zlib';
import type { Hostile } from '../hostile.ts';
import { isSummary } from '../wire.ts';
import { explode } from './bomb.ts';

/** Small on the wire, large in memory. */
export const zstdBomb: Hostile = {
  id: 'zstd-bomb',
  title: 'sends a summary that zstd blows up to 400 MB',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'], seconds: 60 },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    explode(call.socket, 'zstd', createZstdCompress());
  },
};
