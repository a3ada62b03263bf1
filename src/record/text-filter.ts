import { isUtf8 } from 'node:buffer';
import type { ByteFilter } from '../http/spill.ts';

/** Longer than anything that is replaced: what may be the beginning of it is kept back between pieces. */
const CARRY = 1024;

type Coding = 'utf8' | 'utf16le' | 'utf16be';

/**
 * Applies a replacement of text, which keeps lengths, to bytes that come in pieces. Cuts only where nothing that is
 * replaced can go on: after a line, else well before the end of what came. Understands UTF-16 with a byte-order mark.
 */
export function createTextFilter(text: (input: string) => string): ByteFilter {
  let pieces: Buffer[] = [];
  let held = 0;
  let coding: Coding | undefined;
  const take = () => {
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = [];
    held = 0;
    coding ??= codingOf(all);
    return all;
  };
  const keep = (bytes: Buffer) => {
    if (bytes.length === 0) return;
    pieces.push(bytes);
    held += bytes.length;
  };
  return {
    push(piece) {
      keep(piece);
      // Small pieces wait for each other: a stream of single bytes must not be looked at byte by byte.
      if (held < 4 * CARRY) return Buffer.alloc(0);
      const all = take();
      const cut = quietPlace(all, coding!);
      keep(all.subarray(cut));
      return cut === 0 ? Buffer.alloc(0) : replace(all.subarray(0, cut), coding!, text);
    },
    end() {
      return held === 0 ? Buffer.alloc(0) : replace(take(), coding!, text);
    },
  };
}

function codingOf(bytes: Buffer): Coding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf16be' : 'utf8';
}

/** Where to cut: after the last line, or after a comma that is far enough from the end, or just far enough from it. */
function quietPlace(bytes: Buffer, coding: Coding): number {
  if (coding !== 'utf8') {
    const even = bytes.length - (bytes.length % 2);
    for (let at = even - 2; at >= 0; at -= 2) {
      if (bytes[at]! + bytes[at + 1]! === 0x0a) return at + 2;
    }
    return Math.max(0, even - 2 * CARRY);
  }
  const line = bytes.lastIndexOf(0x0a) + 1;
  if (line > 0) return line;
  if (bytes.length < 16 * CARRY) return 0;
  for (const mark of ['},', '",', ',']) {
    const at = bytes.lastIndexOf(mark, bytes.length - CARRY);
    if (at > 0) return at + mark.length;
  }
  return bytes.length - CARRY;
}

/** Bytes that are no UTF-8 are taken for Latin-1, in which every byte survives the way there and back. */
function replace(bytes: Buffer, coding: Coding, text: (input: string) => string): Buffer {
  if (coding === 'utf16le') return Buffer.from(text(bytes.toString('utf16le')), 'utf16le');
  if (coding === 'utf16be') {
    if (bytes.length % 2 === 1) return bytes;
    return Buffer.from(text(Buffer.from(bytes).swap16().toString('utf16le')), 'utf16le').swap16();
  }
  const name = isUtf8(bytes) ? 'utf8' : 'latin1';
  const before = bytes.toString(name);
  const after = text(before);
  return after === before ? bytes : Buffer.from(after, name);
}
