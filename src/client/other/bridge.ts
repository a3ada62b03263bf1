import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Fetch = typeof globalThis.fetch;

/** A port on loopback through which another process sends requests by a fetch of this process. */
export interface Bridge extends AsyncDisposable {
  baseUrl: string;
  /** The required value of Authorization: no other process on the machine may use the bridge. */
  token: string;
}

/** Headers of a single connection, or of a content coding that is already decoded. */
const OF_A_CONNECTION = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** A redirect is never followed: another service would get the request, and its answer would be judged. */
const OF_A_REDIRECT = new Set(['location', 'refresh']);

/** Opens a bridge to `fetch`. If it rejects, the bridge closes the connection, as a dead service does. */
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
    [...answer.headers].filter(([name]) => !OF_A_CONNECTION.has(name) && !OF_A_REDIRECT.has(name)).flat(),
  );
  for await (const piece of answer.body ?? []) response.write(piece);
  response.end();
}
