import { streamUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, drip, event, head, isStream, SSE_TYPE } from '../wire.ts';

/** A sign of life four times a second, for ever. */
export const streamSlow: Hostile = {
  id: 'stream-slow',
  title: 'streams one byte at a time',
  expects: streamUndecided(/the exchange did not end within/),
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    const one = Buffer.from(event(scene.model, 'word '));
    drip(call.socket, one, one);
  },
};
