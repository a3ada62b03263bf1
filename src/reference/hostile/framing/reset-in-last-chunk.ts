import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, chunk, head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInLastChunk: Hostile = {
  id: 'reset-in-last-chunk',
  title: 'resets the connection of the summary within the last chunk',
  expects: summaryFails(/the connection was reset within the body/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(
      Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{}'), Buffer.from('0\r\n')]),
      () => setTimeout(() => reset(call.socket), 20),
    );
  },
};
