import type { Duplex } from 'node:stream';
import { borne, refused } from './expectations.ts';
import { greets, type Hostile } from './hostile.ts';
import { readCall } from './read-call.ts';
import { CLOSE, completion, flood, head, JSON_TYPE, reset } from './wire.ts';

/** Late enough for the caller to have processed the first response. */
const LATER_MS = 15;

function answer(socket: Duplex, status: string, body: string): void {
  socket.write(head(status, [JSON_TYPE, ['content-length', String(Buffer.byteLength(body))]]));
  socket.write(body);
}

function isValid(body: Buffer): boolean {
  const { seed = 0 } = JSON.parse(body.toString()) as { seed?: unknown };
  return Number.isInteger(seed);
}

/** From the second request on, the rest of the previous response comes first. */
async function serve(socket: Duplex): Promise<void> {
  let before = 0;
  for (let call = await readCall(socket); call; call = await readCall(socket)) {
    if (before++ > 0) {
      answer(socket, '200 OK', completion('small', 'left over'));
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    }
    if (socket.destroyed) return;
    if (call.method === 'GET') answer(socket, '200 OK', '[]');
    else if (isValid(call.body)) answer(socket, '200 OK', completion('small', 'hello'));
    else answer(socket, '422 Unprocessable Content', '{"error":{"message":"no"}}');
  }
}

/** Services that are hostile in their use of the connection, before any response. */
export const connection: readonly Hostile[] = [
  // A caller without a limit for headers waits for ever.
  {
    id: 'silent',
    title: 'accepts connections and never responds',
    expects: refused(/no response headers within \d+ ms/),
    ...greets((socket) => socket.resume()),
  },
  // Looks like a service that is being restarted.
  {
    id: 'closes-at-once',
    title: 'accepts connections and closes them',
    expects: refused(/the connection was closed before any response/),
    ...greets((socket) => socket.end()),
  },
  // The rudest refusal that TCP knows.
  {
    id: 'resets-at-once',
    title: 'accepts connections and resets them',
    expects: refused(/the connection was reset before any response/),
    ...greets(reset),
  },
  // The port of another service.
  {
    id: 'speaks-ssh',
    title: 'greets like an SSH server',
    expects: refused(/the response is not HTTP\/1.1: Expected HTTP/),
    ...greets((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
  },
  // The settings of HTTP/2, which no request asked for.
  {
    id: 'speaks-http-2',
    title: 'greets with a frame of HTTP/2',
    expects: refused(/the response is not HTTP\/1.1: Expected HTTP/),
    ...greets((socket) => socket.end(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]))),
  },
  // HTTP/0.9, or less.
  {
    id: 'status-line-none',
    title: 'answers with a line that is not a status line',
    expects: refused(/the response is not HTTP\/1.1: Expected HTTP/),
    ...greets((socket) => socket.end('OK, here it comes\r\n\r\n{}')),
  },
  // Below every class of statuses.
  {
    id: 'status-99',
    title: 'answers with status 99',
    expects: refused(/the response is not HTTP\/1.1: Invalid status code/),
    ...greets((socket) => socket.end(head('99 Early', [JSON_TYPE, CLOSE]))),
  },
  // Above every class of statuses.
  {
    id: 'status-1000',
    title: 'answers with a status of four digits',
    expects: refused(/the response is not HTTP\/1.1: Invalid response status/),
    ...greets((socket) => socket.end(head('1000 Late', [JSON_TYPE, CLOSE]))),
  },
  // Each 1xx may be followed by another, without end.
  {
    id: 'interim-storm',
    title: 'sends interim responses forever',
    expects: refused(/more than 20 interim responses/),
    ...greets((socket) => {
      const hints = head('103 Early Hints', [['link', '</style.css>; rel=preload']]);
      socket.resume();
      flood(socket, () => hints);
    }),
  },
  // Allowed by HTTP: it must not lead to a finding.
  {
    id: 'interim-few',
    title: 'sends a few interim responses before each final one',
    expects: borne(['path/completion', 'path/stats']),
    act: () => (call) => {
      for (let i = 0; i < 3; i++) call.socket.write(head('103 Early Hints', [['link', '</a>']]));
      call.pass();
    },
  },
  // Nobody asked for another protocol.
  {
    id: 'upgrades',
    title: 'answers 101 and speaks another protocol',
    expects: refused(/the response violates HTTP\/1.1/),
    ...greets(
      (socket) =>
        void socket.end(
          head('101 Switching Protocols', [
            ['upgrade', 'websocket'],
            ['connection', 'upgrade'],
          ]),
        ),
    ),
  },
  // A request with a suspicious response on a kept-alive connection is repeated on a separate one.
  {
    id: 'one-answer-too-many',
    title: 'sends an extra response on each kept-alive connection',
    expects: {
      exit: 0,
      only: ['completion/body-is-json', 'completion/content-type', 'request/seed-wrong-type'],
      profile: 'smoke',
      never: ['inconclusive'],
    },
    ...greets(serve),
  },
];
