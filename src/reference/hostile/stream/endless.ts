import { streamUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, event, flood, head, isStream, SSE_TYPE } from '../wire.ts';

/** Valid chunk after valid chunk. */
export const streamEndless: Hostile = {
  id: 'stream-endless',
  title: 'streams chunks for ever',
  expects: streamUndecided(/the body exceeds|the exchange did not end within/),
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    const one = Buffer.from(event(scene.model, 'and so on ').repeat(100));
    flood(call.socket, () => one);
  },
};
