import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

/** HTTP/0.9, or less. */
export const statusLineNone: Hostile = {
  id: 'status-line-none',
  title: 'answers with a line that is no status line',
  expects: refused(/the response is not HTTP\/1.1: Expected HTTP/),
  act: honest,
  greet(socket) {
    socket.end('OK, here it comes\r\n\r\n{}');
  },
};
