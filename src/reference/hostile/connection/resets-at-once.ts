import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';
import { reset } from '../wire.ts';

/** The rudest refusal that TCP knows. */
export const resetsAtOnce: Hostile = {
  id: 'resets-at-once',
  title: 'accepts connections and resets them',
  expects: refused(/the connection was reset before any response/),
  act: honest,
  greet(socket) {
    reset(socket);
  },
};
