import { BEGINNING } from '../vocabulary/beginning.ts';
import type { Body, Failure, Read } from '../vocabulary/exchange.ts';
import { bodyMeter } from '../vocabulary/json-bounds.ts';
import { RESPONSE_BOUNDS } from '../vocabulary/parse-json.ts';
import type { ByteFilter, Spill } from './spill.ts';

/** Bytes of a body that stay in memory; a larger one goes to a file. */
const KEPT_BYTES = 512 * 1024;
/**
 * Bytes of all completions that stay in memory until the end of the run; after that only small bodies do. This is
 * more than the tokens of a run need, with one chunk per token.
 */
export const KEPT_OF_COMPLETIONS = 4 * 1024 * 1024;
/** Bytes of a completion that stay in memory after that. */
const KEPT_LEAN = 64 * 1024;

/** Pieces that are joined into one while a body grows: a piece of a byte takes a hundred. */
const MOST_PIECES = 512;

/**
 * Maximum number of separate reads; beyond that neighbors are merged, so that a run of bodies of tiny pieces stays
 * small.
 */
const MAX_READS = 512;

export interface CollectOptions {
  /** Whether a body larger than its kept part goes to a file at once. */
  isLean?: boolean | undefined;
  onBody?: ((piece: Uint8Array) => void) | undefined;
  /**
   * The steps for a body that exceeds memory, before it is kept, written or passed on. With filters, the caller
   * calls `onBody` for a body that does not exceed it, since that one is cleaned as a whole.
   */
  openFilters?: (() => readonly ByteFilter[]) | undefined;
  /**
   * Opens the file for a body that exceeds memory; without it the body stays in memory, unless `onBody` takes it.
   */
  openSpill?: (() => Spill) | undefined;
  /** Scans the whole of a body that is not in memory, if there are no filters; it returns what it found. */
  openWatcher?: (() => ByteFilter) | undefined;
}

/** Collects one decoded body: its bytes, or the first of them and a file, and the time of each read. */
export class Collector {
  size = 0;
  reads: Read[] = [];
  readonly #options: CollectOptions;
  #kept: Buffer[] = [];
  #keptSize = 0;
  #spill: Spill | undefined;
  #watcher: ByteFilter | undefined;
  #filters: readonly ByteFilter[] | undefined;
  #opened: readonly ByteFilter[] | undefined;
  #outgrown = false;
  #meter: ReturnType<typeof bodyMeter> | undefined;

  /**
   * The failure of a body that exceeds a limit of JSON's structure: it is then cut off. Filters track structure too,
   * so a large body is measured before them; one in memory is measured at its end.
   */
  excess: Failure | undefined;

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  /** Adds a piece that arrived `atMs` after the request; false if the file cannot keep up (see `drained`). */
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

  /** Whether a body that is not in memory exceeds the limits with this piece. */
  #exceeds(piece: Buffer): boolean {
    if (this.size + piece.length <= this.#mostWhole || this.#keepsAll) return false;
    if (!this.#outgrown) this.#measureKept();
    this.#measure(piece.toString('latin1'));
    if (this.excess && !this.#outgrown) this.#cutOff();
    return this.excess !== undefined;
  }

  #measureKept(): void {
    const before = this.#joined().toString('latin1');
    this.#meter = bodyMeter(before, RESPONSE_BOUNDS);
    this.#measure(before);
  }

  #measure(text: string): void {
    const beyond = this.excess ? undefined : this.#meter?.feed(text);
    if (beyond) this.excess = { kind: 'too-large', message: `the body ${beyond}` };
  }

  #cutOff(): void {
    this.#kept = [Buffer.from(this.#joined().subarray(0, BEGINNING))];
    this.size = this.#keptSize = this.#kept[0]!.length;
  }

  /** Switches to keeping only the start: earlier bytes take the same path as later ones. */
  #outgrow(piece: Buffer): boolean {
    this.#outgrown = true;
    this.#filters = this.#options.openFilters?.();
    this.#opened = this.#filters;
    if (!this.#filters) this.#watcher = this.#options.openWatcher?.();
    this.#spill = this.#options.openSpill?.();
    const before = this.#joined();
    this.#kept = [];
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

  /** Passes on clean bytes; false if the file cannot keep up. */
  #hand(piece: Buffer): boolean {
    if (piece.length === 0) return true;
    this.#options.onBody?.(piece);
    this.#keep(piece);
    return this.#spill?.write(piece) ?? true;
  }

  /** The body is complete: the bytes that the filters retained are passed on. */
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

  /** The findings in a body that is not wholly in memory; undefined if it is. */
  watched(): readonly string[] | undefined {
    if (this.#opened) return this.#opened.flatMap((filter) => filter.found?.() ?? []);
    this.#watcher?.end();
    return this.#watcher?.found?.();
  }

  /** Resolves when the file has taken all written bytes. */
  async drained(): Promise<void> {
    await this.#spill?.drained();
  }

  /** The collected body. Rejects if the file could not be written. */
  async finish(): Promise<Body> {
    this.#flush();
    if (!this.#outgrown && !this.excess) this.#measureKept();
    if (this.excess && !this.#outgrown) this.#cutOff();
    const bytes = this.#joined();
    this.#kept = [];
    const size = this.size;
    if (this.#spill) return { size, bytes, whole: false, ...(await this.#spill.end()) };
    return { size, bytes, whole: !this.#outgrown, pieces: () => [bytes] };
  }

  /** If a consumer or a file takes the pieces, only the start is kept. */
  get #keepsAll(): boolean {
    return !this.#options.openSpill && !this.#options.onBody;
  }

  get #mostKept(): number {
    return this.#outgrown ? BEGINNING : this.#mostWhole;
  }

  get #mostWhole(): number {
    return this.#options.isLean ? KEPT_LEAN : KEPT_BYTES;
  }

  /** Closes the file of a body that is not needed. */
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
    this.#keptSize += take;
    if (this.#kept.push(take < piece.length ? piece.subarray(0, take) : piece) > MOST_PIECES)
      this.#kept = [this.#joined()];
  }

  /** The kept bytes, in memory of their own: a piece, or a buffer of the pool, is a part of a much larger one. */
  #joined(): Buffer {
    const all = Buffer.allocUnsafeSlow(this.#keptSize);
    let at = 0;
    for (const piece of this.#kept) at += piece.copy(all, at);
    return all;
  }
}
