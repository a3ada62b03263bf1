import { gzipSync } from 'node:zlib';
import type { Change } from '../behaviour.ts';
import { bytes, chunks, eachChoice, inAnswer, isAnswer, isStreamed, replies } from '../change/answers.ts';
import { put } from '../change/pointer.ts';
import { type Fault, faults, hidden } from '../deviation.ts';
import { type Reply, type ServiceRequest, withHeader } from '../message.ts';

/** Whether the official client sent a request, by its User-Agent. */
const fromClient = (_: Reply, request: ServiceRequest) =>
  request.endpoint === 'completions' && 'x-stainless-lang' in request.headers;

const allowsGzip = (request: ServiceRequest) => /gzip/.test(request.headers['accept-encoding'] ?? '');

const refusal = (status: number): Reply => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: bytes('{"error":{"message":"this client is not welcome","type":"forbidden"}}'),
});

/** The whole body of a reply that is written in pieces. */
async function wholeBody({ body }: Reply): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const parts: Uint8Array[] = [];
  for await (const write of body) parts.push(write.bytes);
  return Buffer.concat(parts);
}

/** Streams for clients that accept compression are changed as a whole. */
function compressedStreams(edit: (body: Buffer) => Buffer): Change {
  return replies(
    (reply, request) => isStreamed(reply, request) && allowsGzip(request),
    (reply) => ({
      ...withHeader(reply, 'content-length', undefined),
      body: (async function* () {
        yield { bytes: edit(await wholeBody(reply)) };
      })(),
    }),
  );
}

/** Faults that only the official clients, or similar requests, meet. */
export const clients: readonly Fault[] = [
  ...faults('must', 'client/* status/named', [
    [
      'client/not-welcome',
      '1',
      'a gateway rejects requests with the headers of the official client',
      replies(fromClient, () => refusal(403)),
    ],
    [
      'client/key-in-one-spelling',
      '5.1',
      'the name of the Authorization header in lower case, as the official client sends it, is not read',
      (before) => ({
        authenticate: (found, request, accounts) =>
          request.spellings?.includes('authorization')
            ? undefined
            : before.authenticate(found, request, accounts),
      }),
    ],
    [
      'client/no-streams-for-who-accepts-json',
      '6',
      'a client that accepts JSON gets no streams',
      (before) => ({
        understand: (body, request) => {
          const understood = before.understand(body, request);
          return request.headers.accept === 'application/json'
            ? { ...understood, stream: false }
            : understood;
        },
      }),
    ],
    [
      'client/no-streams',
      '1',
      'a gateway rejects streaming requests of the official client',
      replies(
        (reply, request) => isStreamed(reply, request) && fromClient(reply, request),
        () => refusal(403),
      ),
    ],
    [
      'client/empty-error-member',
      '1',
      'every chunk has an error member that is an empty object',
      chunks((all) => all.map((chunk) => ({ ...chunk, error: {} }))),
    ],
    [
      'client/answers-in-an-envelope',
      '1',
      'completions for the official client are wrapped in an object',
      replies(
        (reply, request) => isAnswer(reply, request) && fromClient(reply, request),
        (reply) => ({ ...reply, body: bytes(`{"data":${Buffer.from(reply.body as Uint8Array)}}`) }),
      ),
    ],
  ]),
  ...faults('must', 'stream/compressed client/*', [
    [
      'stream/compressed-without-saying',
      '6',
      'a client that accepts compression gets a gzip body without Content-Encoding',
      compressedStreams((body) => gzipSync(body)),
    ],
    [
      'stream/compressed-without-end',
      '6',
      'a client that accepts compression gets a stream without [DONE]',
      compressedStreams((body) => body.subarray(0, body.lastIndexOf('data:', body.lastIndexOf('[DONE]')))),
    ],
  ]),
  ...faults('must', 'completion/body-ends', [
    [
      'completion/length-too-long-for-tools',
      '4.1',
      'Content-Length is one byte too high for requests with tools',
      (before) => ({
        wire: (reply, request, outgoing, incoming) => {
          const offers = /"tools":/.test(Buffer.from(request.body).toString());
          if (!isAnswer(reply, request) || !offers || !(reply.body instanceof Uint8Array)) {
            return before.wire(reply, request, outgoing, incoming);
          }
          const { body } = reply;
          outgoing.writeHead(200, {
            ...Object.fromEntries(reply.headers),
            'Content-Length': body.length + 1,
            Connection: 'close',
          });
          outgoing.write(body, () => outgoing.destroy());
          return true;
        },
      }),
      { ...hidden('no Content-Length is sent there', 'completion/chunked'), network: true },
    ],
  ]),
  ...faults('should', 'client/*', [
    [
      'client/other-status',
      '7',
      'invalid requests of the official client are rejected with 404',
      replies(
        (reply, request) => fromClient(reply, request) && reply.status === 422,
        () => refusal(404),
      ),
    ],
    [
      'client/refusal-beside-content',
      '1',
      'every message has a refusal in addition to its content',
      inAnswer('/choices/*/message/refusal', put('none')),
    ],
  ]),
  ...faults('should', 'reasoning/*', [
    [
      'reasoning/never',
      '1',
      'the reasoning text is missing',
      eachChoice(({ reasoning: _, ...choice }) => choice),
    ],
  ]),
];
