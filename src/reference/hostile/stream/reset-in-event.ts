import { streamBreaksOff } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, event, head, isStream, reset, SSE_TYPE } from '../wire.ts';

/** Half an event is none. */
export const streamResetInEvent: Hostile = {
  id: 'stream-reset-in-event',
  title: 'resets the connection within an event',
  expects: streamBreaksOff(/the connection was reset within the body, each time after \d+ bytes/),
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    const text = event(scene.model, 'one ') + event(scene.model, 'two ').slice(0, 40);
    call.socket.write(text, () => setTimeout(() => reset(call.socket), 20));
  },
};
