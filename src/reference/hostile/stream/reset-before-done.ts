import type { Hostile } from '../hostile.ts';
import { CLOSE, event, head, isStream, reset, SSE_TYPE } from '../wire.ts';

/** All was said, but for the end. */
export const streamResetBeforeDone: Hostile = {
  id: 'stream-reset-before-done',
  title: 'resets the connection before [DONE]',
  expects: { exit: [1, 3], only: ['6'], shows: ['fail', 'inconclusive'] },
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    const text = event(scene.model, 'one ', 'stop');
    call.socket.write(text, () => setTimeout(() => reset(call.socket), 20));
  },
};
