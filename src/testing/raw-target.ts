import { createServer, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { createTarget } from '../http/transport.ts';
import type { TransportOptions } from '../http/transport-options.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Target } from '../vocabulary/target.ts';

/*
 * For tests in which a target talks to a server of raw bytes; both are closed after each test.
 */

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** A server for one test. */
export async function serve(
  answer: (socket: Socket, request: string, n: number) => void,
): Promise<RawServer> {
  const server = await rawServer(answer);
  open.push(server);
  return server;
}

/** A target with one key, on a clock that jumps. */
export function target(settings: Settings, more: Partial<TransportOptions> = {}): Target {
  const made = createTarget({
    settings,
    keys: { main: 'sk-main-0123456789' },
    clock: leapingClock(),
    onExchange() {},
    ...more,
  });
  open.push(made);
  return made;
}

/** A question that costs nothing. */
export const ask: RequestSpec = { method: 'POST', path: '/x', label: 'a question', body: '{}' };
export const asker = { owner: 'test', turn: 0 };

/** A server that answers with bytes and not with HTTP: for everything that a proper server would refuse to send. */
export interface RawServer {
  /** `http://127.0.0.1:<port>` */
  baseUrl: string;
  /** What came, request by request, as Latin-1 text. */
  requests: string[];
  close(): Promise<void>;
}

/**
 * Listens on a free port of the loopback interface. `answer` is called once for each whole request (its body as long as
 * its Content-Length says), with the number of the request, from 0.
 */
export async function rawServer(
  answer: (socket: Socket, request: string, number: number) => void,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
      for (let end = endOfRequest(received); end > 0; end = endOfRequest(received)) {
        const request = received.slice(0, end);
        received = received.slice(end);
        requests.push(request);
        answer(socket, request, requests.length - 1);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function endOfRequest(received: string): number {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head))?.[1] ?? '0';
  const end = head + 4 + Number(length);
  return received.length >= end ? end : 0;
}
