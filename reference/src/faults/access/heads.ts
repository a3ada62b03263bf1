import type { Change } from '../../behaviour.ts';
import { isAnswer, isStreamed } from '../../change/answers.ts';
import { askedIn } from '../../change/requests.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { Reply, ServiceRequest } from '../../message.ts';

type Which = (reply: Reply, request: ServiceRequest) => boolean;

/** Writes the head of some responses by hand: `lines` replace the framing headers. */
const written =
  (which: Which, lines: (length: number) => readonly string[]): Change =>
  (before) => ({
    wire: (reply, request, outgoing, incoming) => {
      if (!which(reply, request)) return before.wire(reply, request, outgoing, incoming);
      void (async () => {
        const parts: Uint8Array[] = [];
        if (reply.body instanceof Uint8Array) parts.push(reply.body);
        else for await (const { bytes } of reply.body) parts.push(bytes);
        const body = Buffer.concat(parts);
        const head = [
          'HTTP/1.1 200 OK',
          ...reply.headers.map(([name, value]) => `${name}: ${value}`),
          ...lines(body.length),
          'Connection: close',
        ];
        outgoing.socket?.end(
          Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body, Buffer.from('\r\n')]),
        );
      })();
      return true;
    },
  });

const HEADS: Readonly<Record<string, readonly [what: string, lines: (length: number) => readonly string[]]>> =
  {
    'two-framings': [
      'has Content-Length and chunked encoding',
      (n) => [`Content-Length: ${n}`, 'Transfer-Encoding: chunked'],
    ],
    'two-lengths': [
      'has two values of Content-Length',
      (n) => [`Content-Length: ${n}`, `Content-Length: ${n + 7}`],
    ],
    'no-number': ['has a Content-Length that is not a number', () => ['Content-Length: auto']],
    'name-with-space': [
      'has a field name with a space',
      (n) => [`Content-Length: ${n}`, 'X Request Cost: 3'],
    ],
  };

const rows = (kind: string, what: string, which: Which): FaultRow[] =>
  Object.entries(HEADS).map(([id, [told, lines]]) => [
    `${kind}/head-${id}`,
    '4.1',
    `the header of ${what} ${told}`,
    written(which, lines),
    { network: true },
  ]);

/** Heads that HTTP parsers have to reject, for one kind of request. */
export const heads: readonly Fault[] = [
  ...faults('must', 'stream/*', rows('stream', 'each stream', isStreamed)),
  ...faults(
    'must',
    'completion/*',
    rows(
      'completion',
      'completions with tools',
      (reply, request) => isAnswer(reply, request) && askedIn(request).tools !== undefined,
    ),
  ),
];
