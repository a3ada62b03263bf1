import type { Change } from '../../behaviour.ts';
import { isStreamed, textOf } from '../../change/answers.ts';
import { streamBytes, streamReply, writes } from '../../change/streams.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import { withHeader } from '../../message.ts';

const type = (value: string | undefined): Change =>
  streamReply((reply) => withHeader(reply, 'Content-Type', value));

/** Rejected streaming requests get 200 and an event stream. */
export const toldInStream =
  (reason: string): Change =>
  (before) => ({
    refuse: (reply, refusal, request) => {
      const made = before.refuse(reply, refusal, request);
      if (refusal.reason !== reason || !new TextDecoder().decode(request.body).includes('"stream":true'))
        return made;
      return {
        ...made,
        status: 200,
        headers: [['Content-Type', 'text/event-stream']],
        body: new TextEncoder().encode(`data: ${textOf(made)}\n\ndata: [DONE]\n\n`),
      };
    },
  });

/** Comments for half a minute. */
const KEEP_ALIVE = Array.from({ length: 150 }, () => ({
  bytes: Buffer.from(': keep-alive\n\n'),
  delayMs: 200,
}));

/** The transport of streams: status, media type, end. */
export const transport: readonly Fault[] = [
  ...faults('must', 'stream/* client/* request/* completion/* auth/* status/named', [
    ['stream/content-type-json', '6', 'streams are labeled application/json', type('application/json')],
    ['stream/content-type-text', '6', 'streams are labeled text/plain', type('text/plain')],
    ['stream/content-type-missing', '6', 'streams have no Content-Type', type(undefined)],
    [
      'stream/content-type-ndjson',
      '6',
      'streams are labeled application/x-ndjson',
      type('application/x-ndjson'),
    ],
    [
      'stream/status-206',
      '4.1',
      'streams have status 206',
      streamReply((reply) => ({ ...reply, status: 206 })),
    ],
    [
      'stream/ignored',
      '4.1',
      'stream: true is ignored',
      (before) => ({ streams: (_, body, request) => before.streams(false, body, request) && false }),
    ],
    [
      'stream/ignored-for-tools',
      '4.1',
      'stream: true is ignored when there are tools',
      (before) => ({
        streams: (streamed, body, request) => before.streams(streamed, body, request) && !body.tools,
      }),
    ],
    [
      'stream/ignored-in-a-tool-loop',
      '4.1',
      'stream: true is ignored when there are tools and the last message is the result of one',
      (before) => ({
        streams: (streamed, body, request) =>
          before.streams(streamed, body, request) && !(body.tools && body.messages.at(-1)?.role === 'tool'),
      }),
    ],
    [
      'stream/ignored-for-several-choices',
      '4.1',
      'stream: true is ignored when n is above 1',
      (before) => ({
        streams: (streamed, body, request) => before.streams(streamed, body, request) && (body.n ?? 1) < 2,
      }),
    ],
    [
      'stream/ignored-for-json-objects',
      '4.1',
      'stream: true is ignored for the response format json_object',
      (before) => ({
        streams: (streamed, body, request) =>
          before.streams(streamed, body, request) && body.response_format?.type !== 'json_object',
      }),
    ],
    ['stream/empty', '6', 'streams are empty', streamBytes(() => new Uint8Array())],
    [
      'stream/only-done',
      '6',
      'streams contain only [DONE]',
      streamBytes(() => Buffer.from('data: [DONE]\n\n')),
    ],
    [
      'stream/never-ends',
      '6',
      'the body stays open after [DONE]',
      streamReply((reply) => ({ ...reply, end: 'never' })),
      { network: true },
    ],
    [
      'stream/comments-for-ever',
      '6',
      'comments follow [DONE], and the body stays open',
      (before) => ({
        ...streamReply((reply) => ({ ...reply, end: 'never' }))(before),
        ...writes((all) => [...all, ...KEEP_ALIVE])(before),
      }),
      { network: true },
    ],
    [
      'stream/reset',
      '6',
      'the connection is reset after [DONE]',
      streamReply((reply) => ({ ...reply, end: 'reset' })),
      { network: true },
    ],
    [
      'stream/cut-in-the-middle',
      '6',
      'streams are cut in the middle',
      (before) => ({
        ...streamBytes((bytes) => bytes.subarray(0, bytes.length / 2))(before),
        ...streamReply((reply) => ({ ...reply, end: 'reset' }))(before),
      }),
      { network: true },
    ],
    ...(['after-done', 'after-finish'] as const).map(
      (place): FaultRow => [
        `stream/cut-${place}`,
        '6',
        `padded streams are cut ${place === 'after-done' ? 'after [DONE]' : 'after the finish reason'}`,
        (before) => ({
          ...streamReply((reply) => ({ ...reply, end: 'reset' }))(before),
          chunks: (all, body, request) =>
            before
              .chunks(all, body, request)
              .filter((chunk) => place === 'after-done' || chunk.choices?.length > 0)
              .map((chunk) => ({ ...chunk, padding: 'x'.repeat(request.service.count('padding') % 17) })),
          payloads: (all, request) =>
            before.payloads(all, request).filter((payload) => place === 'after-done' || payload !== '[DONE]'),
        }),
        { network: true },
      ],
    ),
    [
      'stream/half',
      '6',
      'streams end in the middle without a sign of an error',
      streamBytes((bytes) => bytes.subarray(0, bytes.length / 2)),
    ],
    [
      'stream/length-too-long',
      '6',
      'Content-Length is one byte too high',
      (before) => ({
        wire: (reply, request, outgoing, incoming) => {
          if (!isStreamed(reply, request)) return before.wire(reply, request, outgoing, incoming);
          void (async () => {
            const parts: Uint8Array[] = [];
            if (reply.body instanceof Uint8Array) parts.push(reply.body);
            else for await (const write of reply.body) parts.push(write.bytes);
            const bytes = Buffer.concat(parts);
            const headers = Object.fromEntries(reply.headers);
            outgoing.writeHead(200, {
              ...headers,
              'Content-Length': bytes.length + 1,
              Connection: 'close',
            });
            outgoing.write(bytes, () => outgoing.destroy());
          })();
          return true;
        },
      }),
      { network: true },
    ],
    [
      'stream/unauthenticated-in-stream',
      '7.1',
      'an invalid key gets 200 and a stream with the error',
      toldInStream('unauthenticated'),
    ],
  ]),
];
