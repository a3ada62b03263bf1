import { type Hostile, honest } from '../hostile.ts';
import { CLOSE, head, JSON_TYPE } from '../wire.ts';

/** Below every class of statuses. */
export const status99: Hostile = {
  id: 'status-99',
  title: 'answers with status 99',
  expects: { exit: [2], only: ['2.7'] },
  act: honest,
  greet(socket) {
    socket.end(head('99 Early', [JSON_TYPE, CLOSE]));
  },
};
