import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

/** A caller without a limit for headers waits for ever. */
export const silent: Hostile = {
  id: 'silent',
  title: 'accepts connections and never says a word',
  expects: refused(/no response headers within \d+ ms/),
  act: honest,
  greet(socket) {
    socket.resume();
  },
};
