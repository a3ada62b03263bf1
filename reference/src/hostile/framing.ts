import { borne, summaryFails, summaryHeadUnreadable, summaryIsNone } from './expectations.ts';
import { type Hostile, only } from './hostile.ts';
import { CHUNKED, CLOSE, chunk, ends, head, isCompletion, isPlain, isSummary, JSON_TYPE } from './wire.ts';

/** Services that are hostile in the framing of their bodies. */
export const framing: readonly Hostile[] = [
  // The body is cut off in the same place each time.
  {
    id: 'length-too-long',
    title: 'announces more of the summary than it sends',
    expects: summaryFails(/the connection was closed within the body/),
    act: ends(isSummary, head('200 OK', [JSON_TYPE, ['content-length', '5000']]), '{"total_tokens":'),
  },
  // Extra bytes belong to no response.
  {
    id: 'length-too-short',
    title: 'sends more of the summary than it announces',
    expects: summaryIsNone,
    act: ends(isSummary, head('200 OK', [JSON_TYPE, ['content-length', '3'], CLOSE]), '{"total_tokens": 1}'),
  },
  // A way of response smuggling.
  {
    id: 'length-twice',
    title: 'announces two different lengths',
    expects: summaryHeadUnreadable,
    act: ends(
      isSummary,
      head('200 OK', [['content-length', '2'], ['content-length', '20'], JSON_TYPE]),
      '{}',
    ),
  },
  // Another way of smuggling.
  {
    id: 'length-and-chunked',
    title: 'announces a length and chunks',
    expects: summaryHeadUnreadable,
    act: only(isSummary, (call) => {
      const both = head('200 OK', [JSON_TYPE, ['content-length', '3'], CHUNKED, CLOSE]);
      call.socket.end(Buffer.concat([both, chunk('{}'), Buffer.from('0\r\n\r\n')]));
    }),
  },
  // No number of bytes.
  {
    id: 'length-negative',
    title: 'announces a negative length',
    expects: summaryHeadUnreadable,
    act: ends(isSummary, head('200 OK', [JSON_TYPE, ['content-length', '-1']]), '{}'),
  },
  // Framing that cannot be read.
  {
    id: 'chunk-size-none',
    title: 'gives a chunk size that is not a number',
    expects: summaryFails(/the chunked framing is invalid/),
    act: ends(isSummary, head('200 OK', [JSON_TYPE, CHUNKED]), 'zz\r\n{}\r\n0\r\n\r\n'),
  },
  // A size that overflows.
  {
    id: 'chunk-size-huge',
    title: 'gives a chunk size beyond 64 bits',
    expects: summaryFails(/the chunked framing is invalid/),
    act: ends(isSummary, head('200 OK', [JSON_TYPE, CHUNKED]), `${'F'.repeat(20)}\r\n{}\r\n`),
  },
  // The JSON is whole, and the body is not.
  {
    id: 'chunk-without-end',
    title: 'never sends the last chunk',
    expects: summaryFails(/the connection was closed/),
    act: ends(isSummary, head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{"total_tokens": 1}')),
  },
  // Allowed by HTTP: it must not lead to a finding.
  {
    id: 'chunks-of-one-byte',
    title: 'refuses in chunks of one byte',
    expects: borne(['path/completion', 'status/named']),
    act: only(isCompletion, (call) => {
      const body = Buffer.from('{"error":{"message":"temperature","type":"invalid_request_error"}}');
      const pieces = [...body].map((byte) => chunk(Uint8Array.of(byte)));
      if (isPlain(call)) return call.pass();
      call.socket.end(
        Buffer.concat([
          head('422 Unprocessable Entity', [JSON_TYPE, CHUNKED, CLOSE]),
          ...pieces,
          Buffer.from('0\r\n\r\n'),
        ]),
      );
    }),
  },
];
