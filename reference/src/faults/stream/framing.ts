import { between, eachEvent, events, lastEvent, payloads } from '../../change/streams.ts';
import { type Fault, faults } from '../../deviation.ts';

const tail = (text: string) => events((all) => [...all, text]);
const withoutItsLastLineEnd = (event: string) => event.replace(/\r?\n$/, '');
const atStart = (text: string) => events((all) => [text, ...all]);
const pretty = (event: string, prefix: string) =>
  `${JSON.stringify(JSON.parse(event.slice(5)), null, 1)
    .split('\n')
    .map((line, i) => (i === 0 ? 'data: ' : prefix) + line)
    .join('\n')}\n\n`;

/** Framing: lines, blank lines, payloads, the end (section 6). */
export const framing: readonly Fault[] = [
  ...faults('must', 'stream/* client/*', [
    ['stream/done-missing', '6', 'streams end without [DONE]', events((all) => all.slice(0, -1))],
    ['stream/done-without-blank-line', '6', '[DONE] lacks its blank line', lastEvent(withoutItsLastLineEnd)],
    ['stream/done-without-newline', '6', '[DONE] lacks its line end', lastEvent((e) => e.trimEnd())],
    [
      'stream/done-trailing-space',
      '6',
      '[DONE] is followed by a space',
      lastEvent((e) => e.replace(']', '] ')),
    ],
    [
      'stream/done-leading-spaces',
      '6',
      'two spaces precede [DONE]',
      lastEvent((e) => e.replace(/: ?/, ':  ')),
    ],
    ['stream/done-quoted', '6', '[DONE] is written as a JSON string', lastEvent(() => 'data: "[DONE]"\n\n')],
    ['stream/done-lower-case', '6', '[DONE] is written in lower case', lastEvent(() => 'data: [done]\n\n')],
    ['stream/done-twice', '6', '[DONE] is sent twice', tail('data: [DONE]\n\n')],
    [
      'stream/done-first',
      '6',
      '[DONE] is sent before the last chunk',
      events((all) => [...all.slice(0, -2), all.at(-1)!, all.at(-2)!]),
    ],
    ['stream/done-without-data', '6', '[DONE] is on a line without data:', lastEvent(() => '[DONE]\n\n')],
    [
      'stream/done-as-event',
      '6',
      'streams end with an event named done instead of [DONE]',
      lastEvent(() => 'event: done\ndata: {}\n\n'),
    ],
    ['stream/chunk-after-done', '6', 'a usage chunk follows [DONE]', tail('data: {"choices":[]}\n\n')],
    ['stream/text-after-done', '6', 'text follows [DONE]', tail('bye\n')],
    [
      'stream/no-blank-lines',
      '6',
      'events are not separated by blank lines',
      eachEvent(withoutItsLastLineEnd),
    ],
    [
      'stream/one-blank-line-missing',
      '6',
      'the blank line after the second event is missing',
      eachEvent((e, i) => (i === 1 ? withoutItsLastLineEnd(e) : e)),
    ],
    [
      'stream/two-objects-in-an-event',
      '6',
      'the first two chunks share an event',
      payloads((all) => [`${all[0]}${all[1]}`, ...all.slice(2)]),
    ],
    [
      'stream/two-lines-in-an-event',
      '6',
      'the first two chunks share an event, on two lines',
      events((all) => [withoutItsLastLineEnd(all[0]!) + all[1]!, ...all.slice(2)]),
    ],
    [
      'stream/pretty-json',
      '6',
      'chunks are indented JSON, each line with data:',
      eachEvent((e) => pretty(e, 'data: ')),
    ],
    [
      'stream/pretty-json-bare',
      '6',
      'chunks are indented JSON after one data:',
      eachEvent((e) => pretty(e, '')),
    ],
    ['stream/keep-alive-as-data', '6', 'keep-alives are sent as data', between('data: : keepalive\n\n')],
    ['stream/empty-data', '6', 'keep-alives are empty data lines', between('data:\n\n')],
    ['stream/ping-as-data', '6', 'keep-alives are data lines with the word ping', between('data: ping\n\n')],
    [
      'stream/bare-json-line',
      '6',
      'an error is a JSON line without data:',
      between('{"error":{"message":"overloaded"}}\n\n'),
    ],
    [
      'stream/error-text-as-data',
      '6',
      'an error is plain text after data:',
      between('data: error: overloaded\n\n'),
    ],
    [
      'stream/list-as-data',
      '6',
      'chunks are wrapped in lists',
      payloads((all) => all.map((p) => (p === '[DONE]' ? p : `[${p}]`))),
    ],
    ['stream/null-as-data', '6', 'one of the payloads is null', between('data: null\n\n')],
    [
      'stream/string-as-data',
      '6',
      'chunks are JSON encoded twice',
      payloads((all) => all.map((p) => (p === '[DONE]' ? p : JSON.stringify(p)))),
    ],
    [
      'stream/truncated-json',
      '6',
      'the last byte of each chunk is missing',
      payloads((all) => all.map((p) => (p === '[DONE]' ? p : p.slice(0, -1)))),
    ],
    [
      'stream/single-quoted-json',
      '6',
      'chunks are Python literals instead of JSON',
      payloads((all) => all.map((p) => (p === '[DONE]' ? p : p.replaceAll('"', "'")))),
    ],
    [
      'stream/nan-in-chunk',
      '6',
      'chunks contain NaN',
      payloads((all) => all.map((p) => (p === '[DONE]' ? p : p.replace('{', '{"score":NaN,')))),
    ],
    [
      'stream/control-byte-in-string',
      '6',
      'strings contain raw control characters',
      payloads((all) => all.map((p) => (p === '[DONE]' ? p : p.replace('{"', '{"x":"\u0001","')))),
    ],
    [
      'stream/other-field-name',
      '6',
      'lines start with chunk: instead of data:',
      eachEvent((e) => e.replace('data:', 'chunk:')),
    ],
    ['stream/data-in-capitals', '6', 'lines start with DATA:', eachEvent((e) => e.replace('data:', 'DATA:'))],
    [
      'stream/no-prefix',
      '6',
      'chunks are lines of JSON without data:',
      events((all) => all.map((e) => e.replace(/^data: ?/, ''))),
    ],
    ['stream/indented', '6', 'lines start with a space', eachEvent((e) => ` ${e}`)],
    ['stream/prefix-twice', '6', 'lines start with data: twice', eachEvent((e) => `data: ${e}`)],
    [
      'stream/tab-after-colon',
      '6',
      'a line break splits the first JSON object in the middle of a string',
      eachEvent((e, i) => (i === 1 ? e.replace('"id"', '"i\nd"') : e)),
    ],
    [
      'stream/html-in-stream',
      '6',
      'a stream contains the HTML error page of a gateway',
      between('<html><body>504 Gateway Time-out</body></html>\n'),
    ],
  ]),
  ...faults('should', 'stream/*', [
    ['stream/comments', '6', 'comment lines keep the connection alive', between(': ping\n\n')],
    ['stream/comment-at-start', '6', 'streams begin with a comment', atStart(': OPENROUTER PROCESSING\n\n')],
    ['stream/comment-after-done', '6', 'a comment follows [DONE]', tail(': cost 0.01\n\n')],
    ['stream/blank-lines-after-done', '6', 'blank lines follow [DONE]', tail('\n\n')],
    ['stream/event-field', '6', 'each event has an event: line', eachEvent((e) => `event: message\n${e}`)],
    ['stream/id-field', '6', 'each event has an id: line', eachEvent((e, i) => `id: ${i}\n${e}`)],
    [
      'stream/retry-field',
      '6',
      'streams begin with retry:',
      eachEvent((e, i) => (i === 0 ? `retry: 3000\n${e}` : e)),
    ],
    ['stream/extra-blank-lines', '6', 'two blank lines separate events', eachEvent((e) => `${e}\n`)],
    ['stream/blank-line-first', '6', 'streams begin with a blank line', atStart('\n')],
    ['stream/byte-order-mark', '6', 'streams begin with a byte-order mark', atStart('\ufeff')],
    [
      'stream/lone-cr',
      '6',
      'lines end with CR alone',
      events((all) => all.map((e) => e.replaceAll('\n', '\r'))),
    ],
  ]),
];
