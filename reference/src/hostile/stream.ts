import { STREAMS, streamBreaksOff, streamUndecided, UNHURRIED } from './expectations.ts';
import { type Call, type Expectation, type Hostile, only } from './hostile.ts';
import { breakOff, CHUNKED, CLOSE, chunk, drip, event, flood, head, isStream, SSE_TYPE } from './wire.ts';

const MEGABYTE = Buffer.alloc(1_000_000, 'a');

const EMPTY = Buffer.from('data:\n\n'.repeat(10_000));

/** A JSON text that goes on over ten thousand lines, and has no end in them. */
const OPEN_LINES = Buffer.from('data: {"a":1},\n'.repeat(10_000));

const COMMENTS = Buffer.from(': still here\n\n'.repeat(10_000));

const BRACKETS = Buffer.from('['.repeat(4_000_000) + ']'.repeat(4_000_000));

/** A stream that repeats a piece so many times between its beginning and its end. */
function repeats(call: Call, piece: Buffer, times: number, end: string, begin = ''): void {
  call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
  if (begin) call.socket.write(begin);
  let left = times;
  flood(call.socket, () => (left-- > 0 ? piece : left === -1 ? Buffer.from(end) : undefined));
}

/** Streams that are read to their end, with these verdicts. */
const wholeStreams = (
  verdicts: Expectation['verdicts'],
  only: Expectation['only'] = STREAMS,
): Expectation => ({
  exit: 1,
  only,
  profile: 'smoke',
  timeout: UNHURRIED,
  verdicts: { ...verdicts, 'completion/body-is-json': 'pass' },
  seconds: 40,
});

/** Services that hurt by event streams. */
export const stream: readonly Hostile[] = [
  // A sign of life four times a second, for ever.
  {
    id: 'stream-slow',
    title: 'streams one byte at a time',
    expects: streamUndecided(/the exchange did not end within/),
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
      const one = Buffer.from(event(scene.model, 'word '));
      drip(call.socket, one, one);
    },
  },
  // Valid chunk after valid chunk.
  {
    id: 'stream-endless',
    title: 'streams chunks for ever',
    expects: streamUndecided(/the body exceeds|the exchange did not end within/),
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
      const one = Buffer.from(event(scene.model, 'and so on ').repeat(100));
      flood(call.socket, () => one);
    },
  },
  // Keep-alives, and never what they keep alive.
  {
    id: 'stream-comments-endless',
    title: 'streams comments for ever',
    expects: streamUndecided(/the body exceeds|the exchange did not end within|had no end in reach/),
    act: only(isStream, (call) => repeats(call, COMMENTS, Infinity, '')),
  },
  // Neither an end nor an error.
  {
    id: 'stream-falls-silent',
    title: 'falls silent after two chunks of a stream, and stays connected',
    expects: streamBreaksOff(/no data for \d+ ms within the body, \d+ times? after \d+ bytes/),
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
      call.socket.write(event(scene.model, 'one ') + event(scene.model, 'two '));
    },
  },
  // The last chunk never comes.
  {
    id: 'stream-not-closed',
    title: 'ends a stream with [DONE] and stays connected',
    expects: {
      ...streamBreaksOff(/no data for \d+ ms within the body, \d+ times? after \d+ bytes/),
      verdicts: {
        'stream/body-ends': 'fail',
        'stream/content-type': 'pass',
        // It came, and nothing after it.
        'stream/ends-with-done': 'pass',
        'completion/body-is-json': 'pass',
      },
    },
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      call.socket.write(head('200 OK', [SSE_TYPE, CHUNKED]));
      call.socket.write(chunk(`${event(scene.model, 'one', 'stop')}data: [DONE]\n\n`));
    },
  },
  // One line, larger than memory should be.
  {
    id: 'stream-line-of-100-megabytes',
    title: 'sends an event of 100 MB',
    expects: streamUndecided(/the body exceeds|the exchange did not end within/),
    act: only(isStream, (call) =>
      repeats(
        call,
        MEGABYTE,
        100,
        '"}}]}\n\ndata: [DONE]\n\n',
        'data: {"choices":[{"index":0,"delta":{"content":"',
      ),
    ),
  },
  // Each of them has to be processed.
  {
    id: 'stream-million-empty-events',
    title: 'sends a million empty events',
    expects: wholeStreams({
      'stream/body-ends': 'pass',
      'stream/payloads-are-json': 'fail',
      // It came, and nothing after it.
      'stream/ends-with-done': 'pass',
    }),
    act: only(isStream, (call) => repeats(call, EMPTY, 100, 'data: [DONE]\n\n')),
  },
  // One event is parsed as a whole.
  {
    id: 'stream-event-of-brackets',
    title: 'sends an event of 8 MB of brackets',
    expects: {
      ...wholeStreams({
        'stream/body-ends': 'inconclusive',
        'stream/payloads-are-json': 'inconclusive',
        'stream/ends-with-done': 'inconclusive',
      }),
      exit: 3,
      says: /the body is nested deeper than 512 levels/,
    },
    act: only(isStream, (call) => repeats(call, BRACKETS, 1, '\n\ndata: [DONE]\n\n', 'data: ')),
  },
  // A parser that joins the lines after each one to test whether they are complete reads the first of them a
  // hundred thousand times.
  {
    id: 'stream-json-over-many-lines',
    title: 'sends one JSON text over a hundred thousand lines of data',
    expects: wholeStreams(
      {
        'stream/body-ends': 'pass',
        'stream/one-data-line': 'fail',
        'stream/choices-as-asked': 'inconclusive',
      },
      [...STREAMS, 'stream/one-data-line'],
    ),
    act: only(isStream, (call) =>
      repeats(call, OPEN_LINES, 10, 'data: {}]}\n\ndata: [DONE]\n\n', 'data: {"choices":[\n'),
    ),
  },
  // Keep-alives that outweigh the answer.
  {
    id: 'stream-million-comments',
    title: 'sends a million comments',
    expects: wholeStreams({
      'stream/body-ends': 'pass',
      'stream/ends-with-done': 'pass',
      'stream/no-comments': 'warn',
      'stream/choices-as-asked': 'fail',
    }),
    act: only(isStream, (call) => repeats(call, COMMENTS, 100, 'data: [DONE]\n\n')),
  },
  // Half an event is none.
  {
    id: 'stream-reset-in-event',
    title: 'resets the connection within an event',
    expects: streamBreaksOff(/the connection was reset within the body, \d+ times? after \d+ bytes/),
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
      const text = event(scene.model, 'one ') + event(scene.model, 'two ').slice(0, 40);
      breakOff(call.socket, text);
    },
  },
  // All was said, but for the end.
  {
    id: 'stream-reset-before-done',
    title: 'resets the connection before [DONE]',
    expects: streamBreaksOff(/the connection was reset within the body, \d+ times? after \d+ bytes/),
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
      const text = event(scene.model, 'one ', 'stop');
      breakOff(call.socket, text);
    },
  },
];
