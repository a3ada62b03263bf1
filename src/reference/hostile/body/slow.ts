import type { Hostile } from '../hostile.ts';
import { CLOSE, drip, head, isSummary, JSON_TYPE } from '../wire.ts';

/** Never silent for long, and never at its end. */
export const bodySlow: Hostile = {
  id: 'body-slow',
  title: 'sends the summary one byte at a time',
  expects: { exit: [0, 1, 3], only: ['4.3'], seconds: 60 },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(head('200 OK', [JSON_TYPE, CLOSE]));
    drip(call.socket, Buffer.from('{"total_tokens": '), Buffer.from('1'));
  },
};
