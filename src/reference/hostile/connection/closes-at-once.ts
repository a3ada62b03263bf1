import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

/** Looks like a service that is being restarted. */
export const closesAtOnce: Hostile = {
  id: 'closes-at-once',
  title: 'accepts connections and closes them',
  expects: refused(/the connection was closed before any response/),
  act: honest,
  greet(socket) {
    socket.end();
  },
};
