import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The request that is being written, which is when the client names the connection. */
let writing: ((socket: Socket) => void) | undefined;
let isListening = false;

/**
 * Passes on the connection of the request that the client writes now: it writes in the same turn, or never. A request
 * within this process has no connection.
 */
export function whenWritten(tell: (socket: Socket) => void): void {
  if (!isListening) {
    isListening = true;
    subscribe('undici:client:sendHeaders', (message) => {
      writing?.((message as { socket: Socket }).socket);
      writing = undefined;
    });
  }
  writing = tell;
  queueMicrotask(() => {
    if (writing === tell) writing = undefined;
  });
}
