import { summaryLeaks } from './expectations.ts';
import type { Hostile } from './hostile.ts';
import { ENCODINGS, NESTED } from './leak/encodings.ts';
import {
  answer,
  CHUNKED,
  CLOSE,
  CSV_TYPE,
  chunk,
  event,
  head,
  isExport,
  isStream,
  isSummary,
  JSON_TYPE,
  SSE_TYPE,
} from './wire.ts';

/** More are a fault of their own. */
const MOST_HEADERS = 90;
/** Unencoded where JSON allows it: its escapes are part of the test. */
const quoted = (text: string) => (/"|\\(?![nu"/\\])/.test(text) ? JSON.stringify(text) : `"${text}"`);
const oneLine = (text: string) => text.replaceAll('\n', '');

/** Services that return the key. */
export const leak: readonly Hostile[] = [
  // No file of the run may contain it, and the run has to report the leak.
  {
    id: 'leak-plain',
    title: 'returns the key with the summary, as it is',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const echo = scene.key;
      answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
    },
  },
  // No file of the run may contain it, and the run has to report the leak.
  {
    id: 'leak-base64',
    title: 'returns the key with the summary, in Base64',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const echo = Buffer.from(`user:${scene.key}`).toString('base64');
      answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
    },
  },
  // No file of the run may contain it, and the run has to report the leak.
  {
    id: 'leak-reversed',
    title: 'returns the key with the summary, reversed',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const echo = [...scene.key].reverse().join('');
      answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
    },
  },
  // No file of the run may contain it, and the run has to report the leak.
  {
    id: 'leak-url-encoded',
    title: 'returns the key with the summary, URL-encoded',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const echo = [...Buffer.from(scene.key)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('');
      answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
    },
  },
  // No file of the run may contain it, and the run has to report the leak.
  {
    id: 'leak-hex',
    title: 'returns the key with the summary, in hexadecimal',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const echo = Buffer.from(scene.key).toString('hex');
      answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
    },
  },
  // No file of the run may contain it, and the run has to report the leak.
  {
    id: 'leak-escaped',
    title: 'returns the key with the summary, JSON-escaped',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const escaped = [...scene.key]
        .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('');
      answer(call.socket, '200 OK', [JSON_TYPE], `{"total_tokens": "${escaped}"}`);
    },
  },
  // All that ordinary software makes of a text, next to one another.
  {
    id: 'leak-encodings',
    title: 'returns the key with the summary, in every encoding, and in two at once',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const members = Object.values({ ...ENCODINGS, ...NESTED }).map(
        (encode, i) => `"m${i}": ${quoted(oneLine(encode(scene.key)))}`,
      );
      answer(call.socket, '200 OK', [JSON_TYPE], `{${members.join(', ')}}`);
    },
  },
  {
    id: 'leak-headers',
    title: 'returns the key in headers of the summary, in every encoding',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const encoded = Object.values(ENCODINGS).map((encode): [string, string] => [
        'x-echo',
        oneLine(encode(scene.key)),
      ]);
      const headers = [JSON_TYPE, ...encoded].slice(0, MOST_HEADERS);
      answer(call.socket, '200 OK', headers, '{"total_tokens": "none"}');
    },
  },
  // Neither of them is kept, and both came from the service.
  {
    id: 'leak-beside',
    title: 'returns the key in a response 103 before the summary, and in the trailers after it',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      call.socket.write(head('103 Early Hints', [['link', `</style.css?key=${scene.key}>; rel=preload`]]));
      call.socket.write(head('200 OK', [JSON_TYPE, CHUNKED, CLOSE, ['trailer', 'x-key']]));
      call.socket.write(chunk('{"total_tokens": "none"}'));
      call.socket.end(`0\r\nx-key: ${scene.key}\r\n\r\n`);
    },
  },
  // Neither piece holds it alone.
  {
    id: 'leak-split',
    title: 'returns the key split over two chunks of the body',
    expects: summaryLeaks,
    act: (scene) => (call) => {
      if (!isSummary(call)) return call.pass();
      const half = Math.floor(scene.key.length / 2);
      call.socket.write(head('200 OK', [JSON_TYPE, CHUNKED, CLOSE]));
      call.socket.write(chunk(`{"total_tokens": "${scene.key.slice(0, half)}`));
      setTimeout(() => {
        call.socket.write(chunk(`${scene.key.slice(half)}"}`));
        call.socket.end('0\r\n\r\n');
      }, 50);
    },
  },
  // Large bodies go to files of their own.
  {
    id: 'leak-large',
    title: 'returns the key in the middle of an export of 3 MB',
    expects: {
      exit: 1,
      only: ['4.4', 'auth/key-never-returned'],
      verdicts: {
        'auth/key-never-returned': 'warn',
        'usage/export-is-csv': 'fail',
        'usage/totals-requests': 'pass',
      },
      seconds: 40,
    },
    act: (scene) => (call) => {
      if (!isExport(call)) return call.pass();
      const rows = 'id,email,model\n1,a@example.test,model-a\n'.repeat(40_000);
      answer(call.socket, '200 OK', [CSV_TYPE], `${rows}${scene.key}\n${rows}`);
    },
  },
  // Each event holds one letter.
  {
    id: 'leak-in-stream',
    title: 'returns the key letter by letter in a stream',
    expects: {
      exit: 0,
      only: ['stream/ends-with-done', 'auth/key-never-returned'],
      verdicts: { 'auth/key-never-returned': 'warn', 'stream/ends-with-done': 'pass' },
    },
    act: (scene) => (call) => {
      if (!isStream(call)) return call.pass();
      const events = [...scene.key].map((letter) => event(scene.model, letter)).join('');
      answer(call.socket, '200 OK', [SSE_TYPE], `${events}${event(scene.model, '', 'stop')}data: [DONE]\n\n`);
    },
  },
];
