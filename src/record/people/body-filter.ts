import { isAscii } from 'node:buffer';
import type { ByteFilter } from '../../http/spill.ts';
import type { Patches } from './raw-value.ts';
import type { Scanner } from './scanner.ts';
import { type TextCoding, textCodingOf } from './text-coding.ts';

/** Small pieces wait for each other: a stream of single bytes must not be looked at byte by byte. */
const ENOUGH = 8192;
/** Of something compressed its beginning stays, which says what it is. */
const PACKED_HEAD = 10;
const NOTHING = Buffer.alloc(0);

export interface BodyFilterOptions {
  /** Chosen when the first bytes are there. */
  scannerFor(head: string): Scanner;
  uuids(values: readonly string[]): string[];
}

export interface BodyFilter extends ByteFilter {
  /** In the place of pieces: bytes that are there as a whole; the same object when they name nobody. */
  whole(bytes: Buffer): Buffer;
}

/** Replaces people in bytes that come in pieces; no byte is moved, and what names nobody is not touched. */
export function createBodyFilter({ scannerFor, uuids }: BodyFilterOptions): BodyFilter {
  let pieces: Buffer[] = [];
  let held = 0;
  let coding: TextCoding | undefined;
  let scanner: Scanner | undefined;
  let passed = 0;
  /** Bytes that came since the last look. */
  let fresh = 0;

  const keep = (bytes: Buffer) => {
    if (bytes.length === 0) return;
    pieces.push(bytes);
    held += bytes.length;
  };
  const process = (final: boolean): Buffer => {
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    pieces = [];
    held = 0;
    coding ??= textCodingOf(all);
    if (coding === 'packed') return covered(all);
    const wide = coding !== 'bytes';
    const usable = wide ? all.length - (all.length % 2) : all.length;
    const text = wide ? new WideText(all.subarray(0, usable), coding === 'utf16be') : new NarrowText(all);
    scanner ??= scannerFor(text.binary.slice(0, 65_536));
    const consumed = text.run(scanner, final, uuids);
    const out = text.result();
    const done = final ? out.length : consumed;
    // Patches may reach into what is kept: an address that began in what is done with.
    keep(out.subarray(done));
    keep(all.subarray(usable));
    fresh = 0;
    if (!final) return out.subarray(0, done);
    pieces = [];
    return usable === all.length ? out : Buffer.concat([out, all.subarray(usable)]);
  };
  const covered = (all: Buffer): Buffer => {
    const from = Math.max(0, PACKED_HEAD - passed);
    passed += all.length;
    return Buffer.concat([all.subarray(0, from), Buffer.alloc(Math.max(0, all.length - from), 0xff)]);
  };
  return {
    push(piece) {
      keep(piece);
      fresh += piece.length;
      return fresh < ENOUGH ? NOTHING : process(false);
    },
    end: () => (held === 0 ? NOTHING : process(true)),
    whole(bytes) {
      keep(bytes);
      return held === 0 ? bytes : process(true);
    },
  };
}

/** Gathers patches, and makes all UUIDs at once. */
class Gathered implements Patches {
  readonly ascii: boolean;
  readonly #text: string;
  readonly #write: (start: number, made: string) => void;
  readonly #starts: number[] = [];
  readonly #uuids: string[] = [];

  constructor(text: string, ascii: boolean, write: (start: number, made: string) => void) {
    this.ascii = ascii;
    this.#text = text;
    this.#write = write;
  }

  put(start: number, made: string): void {
    this.#write(start, made);
  }

  uuid(start: number, end: number): void {
    this.#starts.push(start);
    this.#uuids.push(this.#text.slice(start, end));
  }

  finish(uuids: (values: readonly string[]) => string[]): void {
    for (const [i, made] of uuids(this.#uuids).entries()) this.#write(this.#starts[i]!, made);
  }
}

/** Bytes, each as one character. */
class NarrowText {
  readonly binary: string;
  readonly #bytes: Buffer;
  #copy: Buffer | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.binary = bytes.toString('latin1');
  }

  run(scanner: Scanner, final: boolean, uuids: BodyFilterOptions['uuids']): number {
    const gathered = new Gathered(this.binary, isAscii(this.#bytes), (start, made) => {
      this.#copy ??= Buffer.from(this.#bytes);
      this.#copy.write(made, start, 'latin1');
    });
    const consumed = scanner.scan(this.binary, final, gathered);
    gathered.finish(uuids);
    return consumed;
  }

  result(): Buffer {
    return this.#copy ?? this.#bytes;
  }
}

/** UTF-16, as the bytes of UTF-8. */
class WideText {
  readonly binary: string;
  readonly #text: string;
  readonly #big: boolean;
  readonly #utf8: Buffer;
  #changed = false;

  constructor(bytes: Buffer, big: boolean) {
    this.#big = big;
    // A copy: where bytes do not lie at an even place Node.js may write beyond the text.
    const aligned = Buffer.from(bytes);
    this.#text = (big ? aligned.swap16() : aligned).toString('utf16le');
    this.#utf8 = Buffer.from(this.#text);
    this.binary = this.#utf8.toString('latin1');
  }

  run(scanner: Scanner, final: boolean, uuids: BodyFilterOptions['uuids']): number {
    const gathered = new Gathered(this.binary, isAscii(this.#utf8), (start, made) => {
      this.#changed = true;
      this.#utf8.write(made, start, 'latin1');
    });
    const consumed = scanner.scan(this.binary, final, gathered);
    gathered.finish(uuids);
    return 2 * this.#utf8.subarray(0, consumed).toString().length;
  }

  result(): Buffer {
    const text = this.#changed ? withSurrogates(this.#utf8.toString(), this.#text) : this.#text;
    const bytes = Buffer.from(text, 'utf16le');
    return this.#big ? bytes.swap16() : bytes;
  }
}

/** UTF-8 has no place for half a character: where the text held one it comes back. */
function withSurrogates(text: string, before: string): string {
  if (before.isWellFormed()) return text;
  return text.replace(/\ufffd/g, (mark, at: number) => before[at] ?? mark);
}
