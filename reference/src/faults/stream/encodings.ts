import { eachEvent, payloads, streamBytes } from '../../change/streams.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

/** The letters of streams as bytes, which are UTF-8 (section 6). */
export const encodings: readonly Fault[] = faults('must', 'stream/* client/*', [
  [
    'stream/invalid-utf8',
    '6',
    'streams lose one byte of a multi-byte character',
    streamBytes((bytes) => {
      const at = bytes.indexOf('"id"');
      return at < 0
        ? bytes
        : Buffer.concat([bytes.subarray(0, at + 1), Buffer.from([0xc3]), bytes.subarray(at + 1)]);
    }),
  ],
  [
    'stream/single-byte-letters',
    '6',
    'letters beyond ASCII are encoded in Latin-1 in streams',
    streamBytes((bytes) => Buffer.from(bytes.toString().replace(/[^\0-~]/g, '\u00e9'), 'latin1')),
  ],
  [
    'stream/utf16',
    '6',
    'streams are UTF-16',
    streamBytes((bytes) => Buffer.from(bytes.toString(), 'utf16le')),
  ],
  [
    'stream/latin1',
    '6',
    'streams are Latin-1',
    streamBytes((bytes) => Buffer.from(bytes.toString().replace('"id":"', '"id":"\u00e9'), 'latin1')),
  ],
  [
    'stream/surrogates-in-utf8',
    '6',
    'emoji are encoded as surrogate pairs, as in Modified UTF-8',
    streamBytes((bytes) => Buffer.concat([...bytes.toString()].map(inHalves))),
    hidden('each half of an emoji is an escape of its own there', 'stream/emoji-in-halves'),
  ],
]);

/** A character as bytes; one beyond U+FFFF as its two surrogates. */
function inHalves(character: string): Buffer {
  if (character.length === 1) return Buffer.from(character);
  const halves = [0, 1].map((i) => character.charCodeAt(i));
  return Buffer.from(
    halves.flatMap((half) => [0xe0 | (half >> 12), 0x80 | ((half >> 6) & 0x3f), 0x80 | (half & 0x3f)]),
  );
}

/** Faults in long events, or events with several lines (section 6). */
export const longEvents: readonly Fault[] = faults('must', 'stream/* client/*', [
  [
    'stream/long-events-wrapped',
    '6',
    'events of more than 320 characters are wrapped',
    eachEvent((e) => (e.length > 320 ? e.replace(/,(?=")(?!.{0,150}$)/s, ',\ndata: ') : e)),
  ],
  [
    'stream/raw-line-breaks',
    '6',
    'line breaks within strings are not escaped',
    payloads((all) => all.map((payload) => payload.replaceAll('\\n', '\n'))),
  ],
]);
