import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { startService } from '../service/service.ts';
import type { Call, Hostile, Scene } from './hostile.ts';
import { HOSTILE } from './index.ts';
import { readCall } from './read-call.ts';

/** A hostile service that is up. */
export interface RunningHostile {
  baseUrl: string;
  /** The key and the model that its working part takes. */
  key: string;
  /** A key of it whose wallet is empty. */
  emptyKey: string;
  model: string;
  /** PEM of the authority that the caller should trust; absent when there is none to trust. */
  ca?: string;
  /** Requests to the server that no caller should use, as raw text. */
  strayed: readonly string[];
  close(): Promise<void>;
}

/** Starts the hostile service of this id on a free port of the loopback interface. Rejects on an unknown id. */
export async function startHostile(id: string): Promise<RunningHostile> {
  const hostile = HOSTILE.find((h) => h.id === id);
  if (!hostile) throw new Error(`there is no hostile service ${id}`);
  return startBehaviour(hostile);
}

/** Starts a service that hurts in this way on a free port of the loopback interface. */
export async function startBehaviour(
  hostile: Pick<Hostile, 'act' | 'greet' | 'tls'>,
): Promise<RunningHostile> {
  const service = await startService({ records: 330 });
  const sockets = new Set<Duplex>();
  const strayed: string[] = [];
  const stranger = await listen(
    createServer((socket) => {
      keep(sockets, socket);
      socket.on('data', (data) => void strayed.push(data.toString('latin1')));
    }),
  );
  const scene: Scene = {
    key: service.keys.main,
    emptyKey: service.keys.emptyWallet,
    model: service.models.plain,
    stranger: `http://localhost:${portOf(stranger)}`,
  };
  const identity = hostile.tls?.identity();
  const serve = attend(hostile, scene, portOfUrl(service.baseUrl), sockets);
  const server = await listen(identity ? createTlsServer({ ...identity }, serve) : createServer(serve));
  server.on('tlsClientError', () => {});
  return {
    baseUrl: `${identity ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`,
    key: scene.key,
    emptyKey: scene.emptyKey,
    model: scene.model,
    ...(identity && hostile.tls?.trusted ? { ca: identity.cert } : {}),
    strayed,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([shut(server), shut(stranger), service.close()]);
    },
  };
}

/** Reads one request from each connection and hands it to the behaviour. */
function attend(
  hostile: Pick<Hostile, 'act' | 'greet'>,
  scene: Scene,
  upstream: number,
  sockets: Set<Duplex>,
) {
  const act = hostile.act(scene);
  let before = 0;
  return async (socket: Duplex) => {
    keep(sockets, socket);
    if (hostile.greet) return hostile.greet(socket);
    const read = await readCall(socket);
    if (!read) return void socket.destroy();
    const call: Call = {
      ...read,
      before: before++,
      socket,
      pass: (edit) => relay(read.raw, upstream, socket, sockets, edit),
    };
    act(call);
  };
}

/** Sends the request to the working service, and its answer back byte by byte. */
function relay(
  raw: Buffer,
  port: number,
  socket: Duplex,
  sockets: Set<Duplex>,
  edit?: (head: string) => string,
): void {
  const upstream = connect(port, '127.0.0.1');
  keep(sockets, upstream);
  upstream.write(raw);
  if (edit) editHead(upstream, socket, edit);
  else upstream.pipe(socket);
  socket.once('close', () => upstream.destroy());
}

/** Passes an answer on, its status line and headers changed. */
function editHead(upstream: Duplex, socket: Duplex, edit: (head: string) => string): void {
  let begun = '';
  const gather = (piece: Buffer) => {
    begun += piece.toString('latin1');
    const end = begun.indexOf('\r\n\r\n') + 4;
    if (end < 4) return;
    upstream.off('data', gather);
    socket.write(Buffer.from(edit(begun.slice(0, end)) + begun.slice(end), 'latin1'));
    upstream.pipe(socket);
  };
  upstream.on('data', gather);
}

function keep(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => sockets.delete(socket));
}

async function listen<S extends Server>(server: S): Promise<S> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

async function shut(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const portOfUrl = (url: string) => Number(new URL(url).port);
