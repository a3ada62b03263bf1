import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';
import { head } from '../wire.ts';

/** Nobody asked for another protocol. */
export const upgrades: Hostile = {
  id: 'upgrades',
  title: 'answers 101 and speaks something else',
  expects: refused(/the response does not follow HTTP\/1.1/),
  act: honest,
  greet(socket) {
    socket.end(
      head('101 Switching Protocols', [
        ['upgrade', 'websocket'],
        ['connection', 'upgrade'],
      ]),
    );
  },
};
