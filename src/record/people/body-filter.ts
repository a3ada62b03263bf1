import { StringDecoder } from 'node:string_decoder';
import type { ByteFilter } from '../../http/spill.ts';
import { CsvScanner } from './csv-scanner.ts';
import type { Hiding, Place } from './hiding.ts';
import { JsonScanner } from './json-scanner.ts';
import { endOfPart, LONGEST, type Patches, type Scanner, Values } from './scanner.ts';

/** Pieces are collected up to this size, since scanning single bytes would be slow. */
const ENOUGH = 65_536;
const NOTHING = Buffer.alloc(0);
/** Without one of these there is no address: an at sign, plain, escaped, or in UTF-16. */
const MARKS = ['@', '%40', '\\u0040'];

/** Takes the next bytes; returns the finished ones, all of them if they are `final`. */
type Pass = (bytes: Buffer, final: boolean) => Buffer;

/**
 * Replaces personal data in bytes that arrive in pieces. The number of bytes is unchanged, and a piece without
 * people is not copied. Each piece is scanned once, together with a bounded rest of the previous one.
 */
export function createBodyFilter(hiding: Hiding, place: Place): ByteFilter {
  let pieces: Buffer[] = [];
  let size = 0;
  let pass: Pass | undefined;
  const scan = (final: boolean) => {
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = [];
    size = 0;
    pass ??= passFor(bytes, hiding, place);
    return pass(bytes, final);
  };
  return {
    push(piece) {
      pieces.push(piece);
      size += piece.length;
      return size < ENOUGH ? NOTHING : scan(false);
    },
    end: () => scan(true),
  };
}

/** The same for a whole body: the same object if it names no one. */
export function hideInBody(body: Uint8Array, hiding: Hiding, place: Place): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isQuiet = !place.people && hiding.known.size === 0 && !MARKS.some((mark) => bytes.includes(mark));
  if (isQuiet) return body;
  const made = passFor(bytes, hiding, place)(bytes, true);
  return made === bytes ? body : made;
}

function passFor(head: Buffer, hiding: Hiding, place: Place): Pass {
  const pass = bytewise(hiding, place);
  const [first, second, , fourth] = head;
  if ((first === 0xff && second === 0xfe) || (head.length > 3 && second === 0 && fourth === 0))
    return inUtf16(pass);
  if ((first === 0xfe && second === 0xff) || (head.length > 3 && first === 0 && head[2] === 0))
    return inUtf16(pass, true);
  return pass;
}

/** Reads each byte as one character. */
function bytewise(hiding: Hiding, place: Place): Pass {
  let scanner: Scanner | undefined;
  let rest: Buffer = NOTHING;
  return (bytes, final) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const text = all.toString('latin1');
    let out = all;
    const write = (start: number, made: string) => {
      if (out === all) out = Buffer.from(all);
      out.write(made, start, 'latin1');
    };
    const starts: number[] = [];
    const uuids: string[] = [];
    scanner ??= scannerOf(text, hiding, place);
    const done = scanner.scan(text, final, {
      put: write,
      uuid(start, end) {
        starts.push(start);
        uuids.push(text.slice(start, end));
      },
    });
    for (const [i, made] of hiding.uuids(uuids).entries()) write(starts[i]!, made);
    rest = out.subarray(done);
    return final ? out : out.subarray(0, done);
  };
}

/** Reads UTF-16 as the same text in UTF-8. */
function inUtf16(pass: Pass, bigEndian = false): Pass {
  const decoder = new StringDecoder('utf16le');
  const encoder = new StringDecoder('utf8');
  let odd: Buffer = NOTHING;
  return (bytes, final) => {
    const all = Buffer.concat([odd, bytes]);
    odd = all.subarray(all.length - (all.length % 2));
    const units = all.subarray(0, all.length - odd.length);
    const text = decoder.write(bigEndian ? units.swap16() : units) + (final ? decoder.end() : '');
    const hidden = pass(Buffer.from(text), final);
    const made = Buffer.from(encoder.write(hidden) + (final ? encoder.end() : ''), 'utf16le');
    return Buffer.concat([bigEndian ? made.swap16() : made, final ? odd : NOTHING]);
  };
}

/** JSON, which a guard against scripts, a comment or a call may precede. */
const JSON_HEAD = /^(?:\/\*[\s\S]{0,256}?\*\/|"|[^"[{\r\n]{0,64}?)\s{0,64}[[{]\s{0,64}(?:["[{}\]\d\\-]|$)/;

/** Reads a body that begins so. */
function scannerOf(head: string, hiding: Hiding, place: Place): Scanner {
  const start = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  const isStructured = place.people || place.names;
  if (isStructured && (/^[[{]/.test(start) || (place.people && JSON_HEAD.test(start))))
    return new JsonScanner(new Values(hiding, place, 'json'));
  // A row whose first cell is quoted begins like a literal of JSON.
  if (place.people && start[0] !== '<') return new CsvScanner(new Values(hiding, place, 'csv'));
  if (isStructured && start.startsWith('"')) return new JsonScanner(new Values(hiding, place, 'json'));
  return new TextScanner(new Values(hiding, place, 'text'));
}

const TAG = /<[^<>]*>/g;

/**
 * Finds people in text of unknown format, line by line. In usage data the words in the cells of an HTML table are
 * personal.
 */
class TextScanner implements Scanner {
  readonly #values: Values;
  #inCell = false;

  constructor(values: Values) {
    this.#values = values;
  }

  scan(text: string, final: boolean, out: Patches): number {
    this.#values.begin(text);
    let at = 0;
    let line = -1;
    while (at < text.length) {
      if (line < at) line = text.indexOf('\n', at);
      if (line < 0) line = text.length;
      let end = line;
      if (end - at > LONGEST) end = endOfPart(text, at);
      else if (end === text.length && !final) return at;
      if (this.#values.place.people) this.#part(text, at, end, out);
      else this.#values.patch(at, end, 'any', out);
      at = end === line ? end + 1 : end;
    }
    return text.length;
  }

  #part(text: string, start: number, end: number, out: Patches): void {
    let at = start;
    for (const { 0: tag, index } of text.slice(start, end).matchAll(TAG)) {
      this.#between(text, at, start + index, out);
      at = start + index + tag.length;
      this.#values.patch(start + index, at, 'any', out);
      if (/^<\/?t[dhr]\b/i.test(tag)) this.#inCell = /^<td/i.test(tag);
    }
    this.#between(text, at, end, out);
  }

  #between(text: string, start: number, end: number, out: Patches): void {
    const isWord = this.#inCell && /[A-Za-z\x80-\xff]/.test(text.slice(start, end));
    this.#values.patch(start, end, isWord ? 'person' : 'any', out);
  }
}
