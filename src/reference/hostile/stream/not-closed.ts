import type { Hostile } from '../hostile.ts';
import { CHUNKED, chunk, event, head, isStream, SSE_TYPE } from '../wire.ts';

/** The last chunk never comes. */
export const streamNotClosed: Hostile = {
  id: 'stream-not-closed',
  title: 'ends a stream with [DONE] and stays connected',
  expects: {
    exit: [1, 3],
    only: ['stream/ends-with-done', 'stream/content-type'],
    shows: ['fail', 'inconclusive'],
    seconds: 60,
  },
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CHUNKED]));
    call.socket.write(chunk(`${event(scene.model, 'one', 'stop')}data: [DONE]\n\n`));
  },
};
