import { refused, summaryHeadUnreadable, summaryIsNone, summaryUndecided } from './expectations.ts';
import { greets, type Hostile, only } from './hostile.ts';
import { answer, answers, drip, ends, flood, head, isSummary, JSON_TYPE } from './wire.ts';

/** Services that are hostile in their response headers. */
export const headers: readonly Hostile[] = [
  // Every byte is a sign of life, and the whole takes ten minutes.
  {
    id: 'headers-slow',
    title: 'sends its headers one byte at a time',
    expects: refused(/no response headers within \d+ ms/),
    ...greets((socket) => {
      socket.resume();
      drip(socket, head('200 OK', [JSON_TYPE, ['x-padding', 'a'.repeat(2000)]]));
    }),
  },
  // A caller that keeps all headers runs out of memory.
  {
    id: 'headers-endless',
    title: 'never ends the headers of the summary',
    expects: summaryUndecided(/the response headers exceed the limit/),
    act: only(isSummary, (call) => {
      call.socket.write(head('200 OK', [JSON_TYPE]).subarray(0, -2));
      flood(call.socket, () => Buffer.from(`x-filler-${'a'.repeat(50)}: ${'b'.repeat(4000)}\r\n`));
    }),
  },
  // More names than a table of headers is made for.
  {
    id: 'headers-ten-thousand',
    title: 'sends 10,000 headers with the summary',
    expects: summaryUndecided(/the response headers exceed the limit/),
    act: only(isSummary, (call) => {
      const many = Array.from({ length: 10_000 }, (_, i) => [`h${i}`, 'v'] as const);
      answer(call.socket, '200 OK', [JSON_TYPE, ...many], '{}');
    }),
  },
  // Larger than any limit for headers in use.
  {
    id: 'header-of-a-megabyte',
    title: 'sends a header of 1 MB with the summary',
    expects: summaryUndecided(/the response headers exceed the limit/),
    act: answers(isSummary, JSON_TYPE, '{}', [['x-large', 'a'.repeat(1_000_000)]]),
  },
  // Cookies are neither kept nor written down.
  {
    id: 'cookie-storm',
    title: 'sets 200 cookies with each summary',
    expects: summaryIsNone,
    act: only(isSummary, (call) => {
      const cookies = Array.from(
        { length: 200 },
        (_, i) => ['set-cookie', `s${i}=${'c'.repeat(60)}; Path=/`] as const,
      );
      answer(call.socket, '200 OK', [JSON_TYPE, ...cookies], '{}');
    }),
  },
  // A caller must not answer with credentials in another scheme.
  {
    id: 'asks-for-other-schemes',
    title: 'refuses the summary with 401 and asks for Negotiate, NTLM and Basic',
    expects: summaryIsNone,
    act: only(isSummary, (call) => {
      const schemes = ['Negotiate', 'NTLM', 'Basic realm="all"', `Bearer realm="${'x'.repeat(500)}"`];
      const wanted = schemes.map((scheme) => ['www-authenticate', scheme] as const);
      answer(call.socket, '401 Unauthorized', [JSON_TYPE, ...wanted], '{}');
    }),
  },
  // Bytes that no header may hold.
  {
    id: 'headers-with-nul',
    title: 'puts NUL and bare line feeds into the headers of the summary',
    expects: summaryHeadUnreadable,
    act: ends(isSummary, 'HTTP/1.1 200 OK\r\nX-A: b\0c\nX-D\r: e\r\nContent-Length: 2\r\n\r\n{}'),
  },
  // No calendar has it, and no reckoning with it may break.
  {
    id: 'date-of-year-nought',
    title: 'dates every answer in the year 0000',
    expects: {
      exit: 0,
      only: ['2.7', '2.8', '4.3'],
      verdicts: { 'completion/created-time': 'pass', 'usage/stats-created-before-now': 'pass' },
      seconds: 30,
    },
    act: () => (call) =>
      call.pass((whole) => whole.replace(/^date: .*$/im, 'Date: Sat, 01 Jan 0000 00:00:00 GMT')),
  },
  // Reports must show it as inert text.
  {
    id: 'headers-for-the-eye',
    title: 'puts terminal escapes and script into status line and headers',
    expects: summaryUndecided(/HTTP clients cannot parse the head of the response/),
    act: only(isSummary, (call) => {
      const nasty = '\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>';
      call.socket.end(
        `HTTP/1.1 418 ${nasty}\r\nContent-Type: text/html\r\nAllow: ${nasty}\r\nX-Request-Id: ${nasty}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      );
    }),
  },
];
