import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, wallClock } from '../../../src/vocabulary/clock.ts';
import { type Behaviour, faithful } from '../behaviour.ts';
import { dayOf } from '../calendar.ts';
import { PLAIN_MODEL, REASONING_MODEL, SECOND_MODEL } from '../catalogue.ts';
import { chance, word } from '../chance.ts';
import { LARGEST_BODY } from '../completion/read-body.ts';
import { createValidator } from '../completion/validate.ts';
import type { ServiceSetup } from '../deviation.ts';
import type { Arrived, Reply, ServiceRequest, Surroundings } from '../message.ts';
import { createRateLimit } from '../rate-limit.ts';
import { openDatabase } from '../store/database.ts';
import { createUsageStore } from '../store/usage-store.ts';
import { createWallets } from '../store/wallets.ts';
import { NAMES } from '../tenants.ts';
import { createBilling } from './billing.ts';
import { handle, type Parts } from './handle.ts';
import { type InProcess, inProcess, type Outgoing } from './in-process.ts';
import { respond } from './respond.ts';

/** How a service is to be. */
export interface ServiceOptions extends ServiceSetup {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Of keys, history, answers and luck; default 1. */
  seed?: number;
  /** A file for the data; in memory when absent. */
  database?: string;
  clock?: Clock;
  /** Default `faithful()`. */
  behaviour?: Behaviour;
  /** Told what went wrong inside; the client only hears 500. */
  onError?: (error: unknown) => void;
}

/** A running service. */
export interface ReferenceService {
  /** `http://127.0.0.1:<port>`; the paths of the spec are appended. */
  baseUrl: string;
  keys: Record<keyof typeof NAMES, string>;
  models: { plain: string; second: string; reasoning: string };
  /** A way to it that never leaves this process, for what does not concern the connection. */
  inProcess: InProcess;
  close(): Promise<void>;
}

/** The service without a way in. */
export interface ServiceCore extends Pick<ReferenceService, 'keys' | 'models'> {
  /** Answers a request from any source. */
  answer(arrived: Arrived): Promise<Outgoing & { request: ServiceRequest }>;
  /** Answers what a server of node:http was asked. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Lets go of the data. */
  close(): void;
}

/** Sets the service up. Throws when the database can't be opened. */
export function createService(options: ServiceOptions = {}): ServiceCore {
  const { seed = 1, records = 330, clock = wallClock, behaviour = faithful() } = options;
  const database = openDatabase({ seed, records, today: dayOf(clock.now()) }, options.database);
  const store = createUsageStore(database, seed, behaviour.order, behaviour.dayOffsetMinutes);
  const wallets = createWallets(database);
  const parts: Parts = {
    behaviour,
    store,
    wallets,
    billing: createBilling(behaviour, store, wallets),
    validate: createValidator(behaviour),
    limitRate: createRateLimit(seed, options.rateLimit, options.trouble ?? {}),
    onError: options.onError ?? (() => {}),
  };
  const service = surroundings(clock, seed);
  let serial = 0;
  const connectionOf = numbering();

  const answer: ServiceCore['answer'] = async (arrived) => {
    const number = serial++;
    const place = service.count(`requests on connection ${arrived.connection}`) + 1;
    const request = requestOf(arrived, { service, serial: number, place, receivedAt: clock.now() });
    const { reply, onSent } = handle(parts, request);
    const wait = (options.latencyMs ?? 0) + behaviour.latencyMs(request);
    if (wait > 0) await clock.sleep(wait);
    const dated = reply.headers.some(([name]) => name.toLowerCase() === 'date');
    const headers: Reply['headers'] = [
      ...(dated ? [] : [['Date', new Date(clock.now()).toUTCString()] as [string, string]]),
      ['X-Request-Id', `req_${word(`${seed} request ${number}`, 16)}`],
      ...reply.headers,
    ];
    return { request, reply: { ...reply, headers }, onSent };
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const connection = connectionOf(incoming);
    const { request, reply, onSent } = await answer({ ...(await arrival(incoming)), connection });
    outgoing.sendDate = false;
    if (behaviour.wire(reply, request, outgoing, incoming)) return onSent(1);
    await respond(reply, outgoing, clock, request.method, onSent);
  };

  return {
    answer,
    serve(incoming, outgoing) {
      // A disconnected client is not an error, and must not end the process as an unhandled event.
      outgoing.on('error', () => {});
      serve(incoming, outgoing).catch((error: unknown) => {
        if (!outgoing.destroyed) parts.onError(error);
        outgoing.destroy();
      });
    },
    keys: {
      main: wallets.keysOf.get(NAMES.main)!,
      emptyWallet: wallets.keysOf.get(NAMES.emptyWallet)!,
      otherOrganization: wallets.keysOf.get(NAMES.otherOrganization)!,
    },
    models: { plain: PLAIN_MODEL, second: SECOND_MODEL, reasoning: REASONING_MODEL },
    close: () => database.close(),
  };
}

/** Starts the reference service on loopback. Rejects when the port is taken or the database can't be opened. */
export async function startService(options: ServiceOptions = {}): Promise<ReferenceService> {
  const core = createService(options);
  const server = await listen(core, options.port ?? 0).catch((error: unknown) => {
    core.close();
    throw error;
  });
  const { keys, models } = core;
  return {
    baseUrl: server.baseUrl,
    keys,
    models,
    inProcess: inProcess(core.answer, options.clock ?? wallClock),
    close: async () => {
      await server.close();
      core.close();
    },
  };
}

/** Opens a port on loopback, 0 for a free one, through which a service is asked. Rejects when it is taken. */
export async function listen(
  { serve }: Pick<ServiceCore, 'serve'>,
  port: number,
): Promise<Pick<ReferenceService, 'baseUrl' | 'close'>> {
  // An import would load its WebSocket as well, which takes longer than all else of the service.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer({ keepAliveTimeout: 60_000 }, serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Counts the connections that requests come over. */
function numbering(): (incoming: IncomingMessage) => number {
  const numbers = new WeakMap<object, number>();
  let next = 0;
  return ({ socket }) => {
    const number = numbers.get(socket) ?? next++;
    numbers.set(socket, number);
    return number;
  };
}

function surroundings(clock: Clock, seed: number): Surroundings {
  const counts = new Map<string, number>();
  return {
    clock,
    seed,
    random: chance(`${seed} luck`),
    count: (name) => {
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      return before;
    },
  };
}

/** The body up to one byte beyond the largest: the rest is read, so that the client hears the answer, and dropped. */
async function readAll(incoming: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  incoming.on('data', (piece: Buffer) => {
    if (size <= LARGEST_BODY) pieces.push(piece);
    size += piece.length;
  });
  await new Promise((resolve, reject) => incoming.once('end', resolve).once('error', reject));
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

async function arrival(incoming: IncomingMessage): Promise<Arrived> {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return {
    method: incoming.method ?? 'GET',
    url: incoming.url ?? '/',
    headers: Object.fromEntries(headers),
    spellings: incoming.rawHeaders.filter((_, i) => i % 2 === 0),
    body: await readAll(incoming),
  };
}

function requestOf(
  { method, url, headers, spellings, body, connection }: Arrived,
  rest: Pick<ServiceRequest, 'service' | 'serial' | 'place' | 'receivedAt'>,
): ServiceRequest {
  // The host is the client's claim: only path and query are used.
  const [path = '/', query = ''] = url.split(/\?(.*)/s, 2);
  return { ...rest, method, path, query: new URLSearchParams(query), headers, spellings, body, connection };
}
