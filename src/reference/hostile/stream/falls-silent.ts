import { streamBreaksOff } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, event, head, isStream, SSE_TYPE } from '../wire.ts';

/** Neither an end nor an error. */
export const streamFallsSilent: Hostile = {
  id: 'stream-falls-silent',
  title: 'falls silent after two chunks of a stream, and stays connected',
  expects: streamBreaksOff(/nothing came for \d+ ms within the body, each time after \d+ bytes/),
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    call.socket.write(event(scene.model, 'one ') + event(scene.model, 'two '));
  },
};
