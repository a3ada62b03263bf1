import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { OptionError } from '../vocabulary/option-error.ts';
import { HISTORY_FILE } from './kept-history.ts';

/** What a watch shows while it runs. */
export interface Shown {
  /** In the format of Prometheus, with its content type. */
  metrics(): Promise<{ type: string; text: string }>;
  page(): string;
  /** The folder of the rounds, and the names of those that can be looked at. */
  folder: string;
  rounds(): readonly string[];
}

/** A server of the history; `address` is where it is. */
export interface WatchServer {
  address: string;
  close(): Promise<void>;
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves `/`, `/metrics` and the page of each round. Rejects with `OptionError` when the address is taken. */
export async function startServer(host: string, port: number, shown: Shown): Promise<WatchServer> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, text: string) => {
      response.writeHead(status, { ...HEADERS, 'content-type': type });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'GET only\n');
    const path = (request.url ?? '/').split('?', 1)[0]!;
    const [, round] = /^\/(round-[\w-]+)\/index\.html$/.exec(path) ?? [];
    const known = path === `/${HISTORY_FILE}` || (round !== undefined && shown.rounds().includes(round));
    if (path === '/' || path === '/index.html') return send(200, 'text/html; charset=utf-8', shown.page());
    if (path === '/metrics') {
      shown.metrics().then(
        ({ type, text }) => send(200, type, text),
        () => send(500, 'text/plain', 'no metrics\n'),
      );
      return;
    }
    const file = join(shown.folder, path);
    if (!known || !existsSync(file)) return send(404, 'text/plain', 'not here\n');
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await listening(server, host, port);
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new OptionError(`the page can't be served on ${host}:${port} (${error.code}): give another --port`),
      ),
    );
    server.listen(port, host, resolve);
  });
}
