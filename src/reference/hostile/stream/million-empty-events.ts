import type { Hostile } from '../hostile.ts';
import { CLOSE, flood, head, isStream, SSE_TYPE } from '../wire.ts';

const EMPTY = Buffer.from('data:\n\n'.repeat(10_000));

/** Each wants to be looked at. */
export const streamMillionEmptyEvents: Hostile = {
  id: 'stream-million-empty-events',
  title: 'sends a million empty events',
  expects: {
    exit: [1, 3],
    only: ['stream/ends-with-done', 'stream/content-type'],
    shows: ['fail', 'inconclusive'],
    seconds: 60,
  },
  act: () => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    let left = 100;
    flood(call.socket, () =>
      left-- > 0 ? EMPTY : left === -1 ? Buffer.from('data: [DONE]\n\n') : undefined,
    );
  },
};
