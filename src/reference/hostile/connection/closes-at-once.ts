import { type Hostile, honest } from '../hostile.ts';

/** Looks like a service that is being restarted. */
export const closesAtOnce: Hostile = {
  id: 'closes-at-once',
  title: 'accepts connections and closes them',
  expects: { exit: [2], only: ['2.7'] },
  act: honest,
  greet(socket) {
    socket.end();
  },
};
