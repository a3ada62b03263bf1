import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, flood, head, isSummary, JSON_TYPE } from '../wire.ts';

const BEFORE = Buffer.from('{"total_tokens": "');
const MEGABYTE = Buffer.alloc(1_000_000, 'a');
const AFTER = Buffer.from('"}');

/** Larger than a body may be. */
export const jsonLongString: Hostile = {
  id: 'json-long-string',
  title: 'gives a string of 100 MB',
  expects: summaryUndecided(/the body exceeds 67108864 bytes/, { timeout: 6, seconds: 40 }),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const size = BEFORE.length + 100 * MEGABYTE.length + AFTER.length;
    call.socket.write(head('200 OK', [JSON_TYPE, ['content-length', String(size)], CLOSE]));
    call.socket.write(BEFORE);
    let left = 100;
    flood(call.socket, () => (left-- > 0 ? MEGABYTE : left === -1 ? AFTER : undefined));
  },
};
