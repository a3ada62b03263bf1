import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';
import { CLOSE, head, JSON_TYPE } from '../wire.ts';

/** Below every class of statuses. */
export const status99: Hostile = {
  id: 'status-99',
  title: 'answers with status 99',
  expects: refused(/the response is not HTTP\/1.1: Invalid status code/),
  act: honest,
  greet(socket) {
    socket.end(head('99 Early', [JSON_TYPE, CLOSE]));
  },
};
