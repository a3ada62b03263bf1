import { streamUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, flood, head, isStream, SSE_TYPE } from '../wire.ts';

const MEGABYTE = Buffer.alloc(1_000_000, 'a');

/** One line, larger than memory should be. */
export const streamLineOf100Megabytes: Hostile = {
  id: 'stream-line-of-100-megabytes',
  title: 'sends an event of 100 MB',
  expects: streamUndecided(/the body exceeds|the exchange did not end within/),
  act: () => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    call.socket.write('data: {"choices":[{"index":0,"delta":{"content":"');
    let left = 100;
    flood(call.socket, () =>
      left-- > 0 ? MEGABYTE : left === -1 ? Buffer.from('"}}]}\n\ndata: [DONE]\n\n') : undefined,
    );
  },
};
