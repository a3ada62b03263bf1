import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';
import { drip, head, JSON_TYPE } from '../wire.ts';

/** Every byte is a sign of life, and the whole takes ten minutes. */
export const headersSlow: Hostile = {
  id: 'headers-slow',
  title: 'sends its headers one byte at a time',
  expects: refused(/no response headers within \d+ ms/),
  act: honest,
  greet(socket) {
    socket.resume();
    drip(socket, head('200 OK', [JSON_TYPE, ['x-padding', 'a'.repeat(2000)]]));
  },
};
