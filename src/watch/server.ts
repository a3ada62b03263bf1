import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { childOf } from '../files/child.ts';
import { openRegular } from '../files/regular-file.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { HISTORY_FILE } from './kept-history.ts';

/** The content that a watch serves. */
export interface Shown {
  /** In the Prometheus format, with its content type. */
  metrics(): Promise<{ type: string; text: string }>;
  /** In UTF-8; the same buffer for all requests until the history changes. */
  page(): Buffer;
  /** The folder of the rounds, and the names of the available ones. */
  folder: string;
  rounds(): readonly string[];
}

/** A server of the history; `address` is its URL. */
export interface WatchServer {
  address: string;
  close(): Promise<void>;
}

/** Limits for slow clients: milliseconds for a request and for a response, and connections. */
const LIMITS = { requestMs: 3_000, responseMs: 60_000, connections: 64 };

/** The page of a round has a script, which its own policy names by its digest; external requests are forbidden. */
const POLICY = [
  // A page in a folder that another party made has no origin: it cannot read the others.
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
};
const HTML = 'text/html; charset=utf-8';

/** Serves `/`, `/metrics` and the page of each round. Rejects with `OptionError` if the address is taken. */
export async function startServer(
  host: string,
  port: number,
  shown: Shown,
  { requestMs, responseMs, connections } = LIMITS,
): Promise<WatchServer> {
  const timing = {
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: requestMs / 2,
  };
  const server = createServer(timing, (request, response) => {
    const late = setTimeout(() => response.destroy(), responseMs);
    response.once('close', () => clearTimeout(late));
    answer(request, response, host, shown).catch(() => response.destroy());
  });
  // Other pipelined requests get a bare 503.
  server.maxRequestsPerSocket = 1;
  dropOldestIdle(server, connections);
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

/**
 * Above the limit, closes the connection that has waited longest without a request, or the new one if all others
 * have one: half-open connections must not block a scraper.
 */
function dropOldestIdle(server: Server, limit: number): void {
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    idle.add(socket);
    open++;
    socket.once('close', () => {
      idle.delete(socket);
      open--;
    });
    const [oldest] = idle;
    if (open <= limit || !oldest) return;
    idle.delete(oldest);
    oldest.destroy();
  });
  server.on('request', ({ socket }) => idle.delete(socket));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  shown: Shown,
): Promise<void> {
  const send = (status: number, type: string, text: string | Buffer) => {
    response.writeHead(status, { ...HEADERS, 'content-type': type });
    response.end(text);
  };
  if (!isOwnHost(request.headers.host ?? '', host))
    return send(421, 'text/plain', 'this page is available only at the address that watch printed\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'GET only\n');
  const path = (request.url ?? '/').split('?', 1)[0]!;
  if (path === '/' || path === '/index.html') return send(200, HTML, shown.page());
  if (path === '/metrics') {
    const { type, text } = await shown.metrics();
    return send(200, type, text);
  }
  const known = [HISTORY_FILE, ...shown.rounds().map((round) => `${round}/index.html`)];
  const name = known.find((one) => path === `/${one}`);
  const file = await (name && openChild(shown.folder, name));
  if (!file) return send(404, 'text/plain', 'not here\n');
  response.writeHead(200, { ...HEADERS, 'content-type': HTML });
  await pipeline(file.createReadStream(), response);
}

/** A file of the folder; undefined if there is none, or if it is a link or anything else that no round leaves. */
async function openChild(folder: string, name: string) {
  try {
    return await openRegular(childOf(folder, name));
  } catch {
    return undefined;
  }
}

/**
 * Whether a request names this server as its host: otherwise a foreign page could resolve its own name to this
 * address and read the content (DNS rebinding). If all addresses are bound, any address is correct; no name is.
 */
function isOwnHost(header: string, bound: string): boolean {
  const name = header
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  if (name === bound.toLowerCase() || name === 'localhost' || name === '::1' || /^127\.[\d.]+$/.test(name))
    return true;
  return (bound === '0.0.0.0' || bound === '::') && isIP(name) !== 0;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new OptionError(`cannot serve the page on ${host}:${port} (${error.code}): choose another --port`),
      ),
    );
    server.listen(port, host, resolve);
  });
}
