import { streamBreaksOff } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, chunk, event, head, isStream, SSE_TYPE } from '../wire.ts';

/** The last chunk never comes. */
export const streamNotClosed: Hostile = {
  id: 'stream-not-closed',
  title: 'ends a stream with [DONE] and stays connected',
  expects: streamBreaksOff(/nothing came for \d+ ms within the body, each time after \d+ bytes/),
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CHUNKED]));
    call.socket.write(chunk(`${event(scene.model, 'one', 'stop')}data: [DONE]\n\n`));
  },
};
