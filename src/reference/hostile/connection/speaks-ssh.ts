import { refused } from '../expectations.ts';
import { type Hostile, honest } from '../hostile.ts';

/** The port of another service. */
export const speaksSsh: Hostile = {
  id: 'speaks-ssh',
  title: 'greets like an SSH server',
  expects: refused(/the response is not HTTP\/1.1: Expected HTTP/),
  act: honest,
  greet(socket) {
    socket.end('SSH-2.0-OpenSSH_9.9\r\n');
  },
};
