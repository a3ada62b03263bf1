import { streamBreaksOff } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, event, head, isStream, reset, SSE_TYPE } from '../wire.ts';

/** All was said, but for the end. */
export const streamResetBeforeDone: Hostile = {
  id: 'stream-reset-before-done',
  title: 'resets the connection before [DONE]',
  expects: streamBreaksOff(/the connection was reset within the body, each time after \d+ bytes/),
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    const text = event(scene.model, 'one ', 'stop');
    call.socket.write(text, () => setTimeout(() => reset(call.socket), 20));
  },
};
