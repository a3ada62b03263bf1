import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';
import { flood, head } from '../wire.ts';

/** Each 1xx may be followed by another, without end. */
export const interimStorm: Hostile = {
  id: 'interim-storm',
  title: 'sends interim answers for ever, and never a final one',
  expects: refused(/more than 20 interim responses/),
  act: honest,
  greet(socket) {
    const hints = head('103 Early Hints', [['link', '</style.css>; rel=preload']]);
    socket.resume();
    flood(socket, () => hints);
  },
};
