import { type Hostile, honest } from '../hostile.ts';

/** A caller without a limit for headers waits for ever. */
export const silent: Hostile = {
  id: 'silent',
  title: 'accepts connections and never says a word',
  expects: { exit: [2], only: ['2.7'] },
  act: honest,
  greet(socket) {
    socket.resume();
  },
};
