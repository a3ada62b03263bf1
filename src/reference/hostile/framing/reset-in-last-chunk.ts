import type { Hostile } from '../hostile.ts';
import { CHUNKED, chunk, head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInLastChunk: Hostile = {
  id: 'reset-in-last-chunk',
  title: 'resets the connection of the summary within the last chunk',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(
      Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{}'), Buffer.from('0\r\n')]),
      () => setTimeout(() => reset(call.socket), 20),
    );
  },
};
