import type { Hostile } from '../hostile.ts';
import { CHUNKED, chunk, head, isSummary, JSON_TYPE } from '../wire.ts';

/** The JSON is whole, and the body is not. */
export const chunkWithoutEnd: Hostile = {
  id: 'chunk-without-end',
  title: 'never sends the last chunk',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{"total_tokens": 1}')]));
  },
};
