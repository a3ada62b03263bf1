import { X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { getCACertificates } from 'node:tls';
import type { Agent, buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { keepHeads } from './unreadable-head.ts';

/**
 * The used parts of undici. Its entry point also loads WebSockets, caches and mocks: 50 ms more until the first
 * request.
 */
const require = createRequire(import.meta.url);

const createAgent = (options: Agent.Options): Agent =>
  new (require('undici/lib/dispatcher/agent.js') as typeof Agent)(options);

const createProxyAgent = (options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent =>
  new (require('undici/lib/dispatcher/env-http-proxy-agent.js') as typeof EnvHttpProxyAgent)(options);

const createConnector = (options: buildConnector.BuildOptions): buildConnector.connector =>
  (require('undici/lib/core/connect.js') as typeof buildConnector)(options);

export interface DispatcherOptions {
  env?: NodeJS.ProcessEnv;
  /** A separate connection for each request. */
  fresh?: boolean;
  /** One connection with sequential requests. */
  single?: boolean;
}

/**
 * Maximum bytes of the headers of one response, final or interim; more is the failure `too-large`. Clients for Node
 * read half of it.
 */
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * The connections to the target. HTTP/1.1 only: evidence must show the order and spelling of headers, which HTTP/2
 * does not preserve, and the framing judge needs one framing. The usual environment variables name a proxy; a
 * target on this machine is never requested through one.
 */
export function createDispatcher(
  settings: Settings,
  resets: Resets,
  { env = process.env, fresh = false, single = false }: DispatcherOptions = {},
): Dispatcher {
  const tls =
    settings.ca !== undefined ? { ca: [...getCACertificates('default'), ...certificates(settings.ca)] } : {};
  const common = {
    allowH2: false,
    // None: each connection is closed after its response.
    pipelining: fresh ? 0 : 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Our own deadlines limit headers, silence and the whole response; these would only race with them.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: settings.timeouts.connectMs,
    keepAliveTimeout: 4_000,
    // Two more than the concurrency: the circuit breaker's requests must not wait behind hanging ones.
    connections: single ? 1 : settings.concurrency + 2,
    connect: noticing(
      createConnector({ ...tls, allowH2: false, timeout: settings.timeouts.connectMs }),
      resets,
    ),
  };
  if (!isProxied(settings.baseUrl, env)) return createAgent(common);
  const http = env.http_proxy ?? env.HTTP_PROXY;
  const https = env.https_proxy ?? env.HTTPS_PROXY;
  if (![http, https].every((proxy) => !proxy || /^https?:$/.test(URL.parse(proxy)?.protocol ?? ''))) {
    throw new OptionError('the proxy in the environment has no valid address: use http://host:port');
  }
  return createProxyAgent({
    ...common,
    ...(http && { httpProxy: http }),
    ...(https && { httpsProxy: https }),
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
    requestTls: tls,
    proxyTls: tls,
  });
}

/** Whether a connection is being reset at this moment. */
export interface Resets {
  now: boolean;
}

/**
 * A body that ends with its connection looks complete to the client if the connection is reset instead of closed.
 * The client ends such a body while it handles the reset, so a flag that is set just before distinguishes both.
 */
function noticing(connect: buildConnector.connector, resets: Resets): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result: Parameters<buildConnector.Callback>) => {
      const [, socket] = result;
      if (socket) keepHeads(socket);
      socket?.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') return;
        resets.now = true;
        queueMicrotask(() => {
          resets.now = false;
        });
      });
      callback(...result);
    });
}

/** The certificates of a PEM file; throws a TypeError if there are none, since TLS would silently ignore that. */
function certificates(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw new OptionError('the file of --ca has an unreadable certificate');
  }
  if (blocks.length === 0) throw new OptionError('the file of --ca has no PEM certificate');
  return blocks;
}

/** Whether requests to an address use a proxy from the environment. */
export function isProxied(baseUrl: string, env: NodeJS.ProcessEnv): boolean {
  const named = env.http_proxy ?? env.HTTP_PROXY ?? env.https_proxy ?? env.HTTPS_PROXY;
  return Boolean(named) && !isLoopback(new URL(baseUrl).hostname);
}

/** Whether a host name or address means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname);
}
