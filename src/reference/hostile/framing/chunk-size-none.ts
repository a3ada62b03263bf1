import type { Hostile } from '../hostile.ts';
import { CHUNKED, head, isSummary, JSON_TYPE } from '../wire.ts';

/** Framing that can not be read. */
export const chunkSizeNone: Hostile = {
  id: 'chunk-size-none',
  title: 'gives a chunk size that is no number',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), Buffer.from('zz\r\n{}\r\n0\r\n\r\n')]),
    );
  },
};
