import type { Body, Read } from '../vocabulary/exchange.ts';
import { StructureMeter } from '../vocabulary/json-bounds.ts';
import { RESPONSE_BOUNDS } from '../vocabulary/parse-json.ts';
import type { ByteFilter, Spill } from './spill.ts';

/** Bytes of a body that stay in memory; a larger one goes to a file. */
export const KEPT_BYTES = 1024 * 1024;
/**
 * Bytes of all completions, which a run looks back on at its end, after which only small ones stay in memory: more than the
 * tokens that a run takes need, each in a chunk of its own.
 */
export const KEPT_OF_COMPLETIONS = 4 * 1024 * 1024;
/** What stays in memory of a larger one: whoever looks at all of it takes it piece by piece. */
const BEGINNING = 64 * 1024;

/** A body that outgrows this is gathered in a room that others use again. */
const SMALL = 32 * 1024;
/** Rooms that wait for the next body. */
const MOST_ROOMS = 2;
const rooms: Buffer[] = [];
const NOTHING = Buffer.alloc(0);

/** How an object or an array begins, perhaps after a byte-order mark. */
const JSON_BEGINS = /^(?:\xEF\xBB\xBF)?\s*[[{]/;

/** Reads that are told apart at most; then neighbours are merged, so that a body of tiny pieces stays small. */
const MAX_READS = 20_000;

export interface CollectOptions {
  /** Whether a body that is larger than a beginning goes to a file at once. */
  isLean?: boolean | undefined;
  onBody?: ((piece: Uint8Array) => void) | undefined;
  /**
   * What a body goes through that outgrows memory, before it is kept, written or handed over. With filters, `onBody` of a
   * body that does not outgrow it is left to the caller, since that one is cleaned as a whole.
   */
  openFilters?: (() => readonly ByteFilter[]) | undefined;
  /** Opens the file for a body that outgrows memory; without it the body stays in memory, unless `onBody` takes it. */
  openSpill?: (() => Spill) | undefined;
  /** Looks at all of a body that does not stay in memory, where it has no filters; what it gives back is left. */
  openWatcher?: (() => ByteFilter) | undefined;
}

/** Gathers one decoded body: its bytes, or the first of them and a file, and when each read came. */
export class Collector {
  size = 0;
  reads: Read[] = [];
  readonly #options: CollectOptions;
  #kept: Buffer = Buffer.allocUnsafe(2048);
  #keptSize = 0;
  #spill: Spill | undefined;
  #watcher: ByteFilter | undefined;
  #filters: readonly ByteFilter[] | undefined;
  #opened: readonly ByteFilter[] | undefined;
  #outgrown = false;
  #meter: StructureMeter | undefined;

  /**
   * Which bound on the structure of JSON the body exceeds: it then takes no more. Filters keep track of structure as well,
   * so that a large body is measured before they see it.
   */
  excess: string | undefined;

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  /** Makes room at once for a body whose length was announced, rather than growing into it. */
  expect(bytes: number): void {
    if (this.#keptSize > 0 || !(bytes > this.#kept.length)) return;
    this.#kept = Buffer.allocUnsafe(Math.min(bytes, this.#mostWhole));
  }

  /** Takes a piece that came `atMs` after the request; false when the file can't keep up (see `drained`). */
  push(piece: Buffer, atMs: number): boolean {
    if (piece.length === 0 || this.#exceeds(piece)) return true;
    this.size += piece.length;
    this.#note(atMs, piece.length);
    if (this.size <= this.#mostWhole || this.#keepsAll) {
      if (!this.#options.openFilters) this.#options.onBody?.(piece);
      this.#keep(piece);
      return true;
    }
    if (!this.#outgrown) return this.#outgrow(piece);
    this.#watcher?.push(piece);
    return this.#hand(this.#filtered(piece));
  }

  /** Whether a body of JSON that does not stay in memory exceeds the bounds with this piece. */
  #exceeds(piece: Buffer): boolean {
    if (this.size + piece.length <= this.#mostWhole || this.#keepsAll) return false;
    if (!this.#outgrown) {
      const before = this.#kept.toString('latin1', 0, this.#keptSize);
      if (!JSON_BEGINS.test(before)) return false;
      this.#meter = new StructureMeter(RESPONSE_BOUNDS);
      this.excess = this.#meter.feed(before);
    }
    this.excess ??= this.#meter?.feed(piece.toString('latin1'));
    if (this.excess && !this.#outgrown) this.size = this.#keptSize = Math.min(this.#keptSize, BEGINNING);
    return this.excess !== undefined;
  }

  /** Goes over to holding the beginning only: what came before takes the same way as what follows. */
  #outgrow(piece: Buffer): boolean {
    this.#outgrown = true;
    this.#filters = this.#options.openFilters?.();
    this.#opened = this.#filters;
    if (!this.#filters) this.#watcher = this.#options.openWatcher?.();
    this.#spill = this.#options.openSpill?.();
    const before = this.#kept.subarray(0, this.#keptSize);
    this.#kept = Buffer.allocUnsafeSlow(BEGINNING);
    this.#watcher?.push(before);
    this.#watcher?.push(piece);
    this.#keptSize = 0;
    if (this.#filters) return this.#hand(this.#filtered(Buffer.concat([before, piece])));
    this.#spill?.write(before);
    this.#keep(before);
    return this.#hand(piece);
  }

  #filtered(piece: Buffer): Buffer {
    return (this.#filters ?? []).reduce((bytes, filter) => filter.push(bytes), piece);
  }

  /** Hands on what is clean; false when the file can't keep up. */
  #hand(piece: Buffer): boolean {
    if (piece.length === 0) return true;
    this.#options.onBody?.(piece);
    this.#keep(piece);
    return this.#spill?.write(piece) ?? true;
  }

  /** No more comes: what the filters held back is handed on. */
  #flush(): void {
    const filters = this.#filters ?? [];
    this.#filters = undefined;
    this.#hand(
      filters.reduce<Buffer>(
        (bytes, filter) => Buffer.concat([filter.push(bytes), filter.end()]),
        Buffer.alloc(0),
      ),
    );
  }

  /** What was found in a body that is not wholly in memory; undefined when it is. */
  watched(): readonly string[] | undefined {
    if (this.#opened) return this.#opened.flatMap((filter) => filter.found?.() ?? []);
    this.#watcher?.end();
    return this.#watcher?.found?.();
  }

  /** Resolves when the file has taken what was written. */
  async drained(): Promise<void> {
    await this.#spill?.drained();
  }

  /** The body as gathered. Rejects when the file could not be written. */
  async finish(): Promise<Body> {
    this.#flush();
    const bytes = trimmed(this.#kept, this.#keptSize);
    if (bytes.buffer !== this.#kept.buffer) giveBack(this.#kept);
    this.#kept = NOTHING;
    const size = this.size;
    if (this.#spill) {
      const spill = this.#spill;
      await spill.end();
      return { size, bytes, whole: false, file: spill.name, pieces: () => spill.read(size) };
    }
    return { size, bytes, whole: !this.#outgrown, pieces: () => [bytes] };
  }

  /** A consumer that takes the pieces, or a file, makes it needless to hold more than the beginning. */
  get #keepsAll(): boolean {
    return !this.#options.openSpill && !this.#options.onBody;
  }

  get #mostKept(): number {
    return this.#outgrown ? BEGINNING : this.#mostWhole;
  }

  get #mostWhole(): number {
    return this.#options.isLean ? BEGINNING : KEPT_BYTES;
  }

  /** Closes the file of a body that nobody will look at. */
  async abandon(): Promise<void> {
    await this.#spill?.end().catch(() => {});
  }

  #note(atMs: number, bytes: number): void {
    if (this.reads.length >= MAX_READS) {
      const merged: Read[] = [];
      for (let i = 0; i < this.reads.length; i += 2) {
        const [at, count] = this.reads[i]!;
        merged.push([at, count + (this.reads[i + 1]?.[1] ?? 0)]);
      }
      this.reads = merged;
    }
    this.reads.push([Math.round(atMs * 100) / 100, bytes]);
  }

  #keep(piece: Buffer): void {
    const take = this.#keepsAll ? piece.length : Math.min(piece.length, this.#mostKept - this.#keptSize);
    if (take <= 0) return;
    const needed = this.#keptSize + take;
    if (needed > this.#kept.length) {
      const grown = roomFor(needed, this.#kept.length * 2);
      this.#kept.copy(grown, 0, 0, this.#keptSize);
      giveBack(this.#kept);
      this.#kept = grown;
    }
    piece.copy(this.#kept, this.#keptSize, 0, take);
    this.#keptSize = needed;
  }
}

/**
 * Room for a body that grows. To make ever larger ones for each would leave memory in pieces that nobody else can use: one
 * that is no longer small gets as much as may stay in memory at all.
 */
function roomFor(needed: number, wanted: number): Buffer {
  const size = Math.max(needed, wanted);
  if (size <= SMALL) return Buffer.allocUnsafe(size);
  return needed > KEPT_BYTES
    ? Buffer.allocUnsafeSlow(size)
    : (rooms.pop() ?? Buffer.allocUnsafeSlow(KEPT_BYTES));
}

/** Keeps a room for the next body; of any other buffer nothing is kept. */
function giveBack(room: Buffer): void {
  if (isRoom(room) && rooms.length < MOST_ROOMS) rooms.push(room);
}

function isRoom(buffer: Buffer): boolean {
  return buffer.length === KEPT_BYTES && buffer.buffer.byteLength === KEPT_BYTES;
}

/** The used part, copied when keeping the whole buffer alive would waste as much as it holds, or others wait for it. */
function trimmed(buffer: Buffer, size: number): Buffer {
  const used = buffer.subarray(0, size);
  if (!isRoom(buffer) && buffer.length - size <= size) return used;
  const copy = Buffer.allocUnsafeSlow(size);
  copy.set(used);
  return copy;
}
