import { type Hostile, honest } from '../hostile.ts';

/** The port of another service. */
export const speaksSsh: Hostile = {
  id: 'speaks-ssh',
  title: 'greets like an SSH server',
  expects: { exit: [2], only: ['2.7'] },
  act: honest,
  greet(socket) {
    socket.end('SSH-2.0-OpenSSH_9.9\r\n');
  },
};
