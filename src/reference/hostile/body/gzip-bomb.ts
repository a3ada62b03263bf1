import { createGzip } from 'node:zlib';
import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { isSummary } from '../wire.ts';
import { explode } from './bomb.ts';

/** Small on the wire, large in memory. */
export const gzipBomb: Hostile = {
  id: 'gzip-bomb',
  title: 'sends a summary that gzip blows up to 400 MB',
  expects: summaryUndecided(/the body exceeds 67108864 bytes/, { timeout: 6, seconds: 40 }),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    explode(call.socket, 'gzip', createGzip);
  },
};
