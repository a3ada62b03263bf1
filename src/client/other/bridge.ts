import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Fetch = typeof globalThis.fetch;

/** A port on loopback from which another process asks through a fetch of this one. */
export interface Bridge extends AsyncDisposable {
  baseUrl: string;
  /** What has to stand in Authorization: nobody else on the machine may spend what is behind it. */
  token: string;
}

/** Headers that belong to one connection, or say how a body was packed that is handed on unpacked. */
const OF_A_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** Opens a bridge to what answers `fetch`. A fetch that rejects breaks the connection off, as a dead service does. */
export async function openBridge(fetch: Fetch): Promise<Bridge> {
  const token = randomUUID();
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    void handOver(request, response, fetch, token).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    token,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handOver(request: IncomingMessage, response: ServerResponse, fetch: Fetch, token: string) {
  if (request.headers.authorization !== `Bearer ${token}`) {
    response.writeHead(403).end();
    return;
  }
  const body = await buffer(request);
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    OF_A_CONNECTION.has(name) ? [] : values.map((value): [string, string] => [name, value]),
  );
  const answer = await fetch(new URL(request.url ?? '/', 'http://client.invalid'), {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body: body.toString() }),
  });
  response.writeHead(
    answer.status,
    [...answer.headers].filter(([name]) => !OF_A_CONNECTION.has(name)).flat(),
  );
  for await (const piece of answer.body ?? []) response.write(piece);
  response.end();
}
