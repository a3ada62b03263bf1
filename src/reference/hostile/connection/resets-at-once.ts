import { type Hostile, honest } from '../hostile.ts';
import { reset } from '../wire.ts';

/** The rudest refusal that TCP knows. */
export const resetsAtOnce: Hostile = {
  id: 'resets-at-once',
  title: 'accepts connections and resets them',
  expects: { exit: [2], only: ['2.7'] },
  act: honest,
  greet(socket) {
    reset(socket);
  },
};
