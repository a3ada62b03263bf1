import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';
import { CLOSE, head, JSON_TYPE } from '../wire.ts';

/** Above every class of statuses. */
export const status1000: Hostile = {
  id: 'status-1000',
  title: 'answers with a status of four digits',
  expects: refused(/the response is not HTTP\/1.1: Invalid response status/),
  act: honest,
  greet(socket) {
    socket.end(head('1000 Late', [JSON_TYPE, CLOSE]));
  },
};
