import { ID_LIKE, PART_OF, WORD_LIKE } from '../../vocabulary/leak-forms.ts';
import { decompressed, type Room, roomFor } from './compressed.ts';
import { decoded } from './decode.ts';
import { DeltaReader } from './deltas.ts';
import type { Hit, Search } from './search.ts';
import { unescaped, unescapedBackwards } from './unescape.ts';
import { type Span, type View, ViewBuilder, wholeView } from './view.ts';
import { isUuid, isWordLike } from './weak.ts';

/** The positions of secrets in a text, and their forms. */
export interface Found {
  /** 1 for each byte of the text that belongs to a secret; absent if there is none. */
  mask?: Uint8Array;
  /** The forms, each with the secrets that were found in it. */
  names: Map<string, Set<string>>;
}

/** Block size, and the overlap with the next block. The text of both is no large object for the engine. */
export const BLOCK = 96 * 1024;
export const OVERLAP = 16 * 1024;

/** Maximum number of nested encodings and escapes. */
const MOST_LAYERS = 2;
/** One for the views of each layer, and one for joined deltas: no two texts are read at a time. */
const BUILDERS = Array.from({ length: MOST_LAYERS + 1 }, () => new ViewBuilder());
/** Stretches of a block whose form is reported: a text full of a secret repeats one form. */
const MOST_NAMED = 200;

/** Searches a whole text for secrets, block by block: the decoded views of a block are many times as large. */
export function scan(text: Uint8Array, search: Search, room?: Room): Found {
  const { buffer, byteOffset, byteLength } = text;
  const mayHoldDeltas = Buffer.from(buffer, byteOffset, byteLength).includes('data:');
  const reader = new BlockReader(search, mayHoldDeltas ? new DeltaReader() : undefined, room);
  const found: Found = { names: reader.names };
  for (let at = 0; at === 0 || at + OVERLAP < text.length; at += BLOCK) {
    const block = text.subarray(at, at + BLOCK + OVERLAP);
    const mask = reader.read(block);
    if (mask) found.mask ??= new Uint8Array(text.length);
    if (mask) found.mask?.set(mask, at);
    reader.advance(block, Math.min(BLOCK, block.length));
  }
  return found;
}

/**
 * Searches the blocks of a text for secrets, and its views: decoded, unescaped, decompressed, and the deltas of an
 * event stream. The work is linear in the size of the text.
 */
export class BlockReader {
  readonly names: Found['names'] = new Map();
  /** The secrets that were found as a whole. */
  readonly #whole = new Set<string>();
  readonly #search: Search;
  readonly #deltas: DeltaReader | undefined;
  #room: Room | undefined;
  #isFirst = true;
  /** A compressed text is hidden from the first block on: later blocks cannot be decompressed alone. */
  #isOpaque = false;
  #mask: Uint8Array | undefined;
  /** The known hidden bytes of the overlap. */
  #known: Uint8Array | undefined;

  constructor(search: Search, deltas: DeltaReader | undefined = new DeltaReader(), room?: Room) {
    this.#search = search;
    this.#deltas = deltas;
    this.#room = room;
  }

  /** 1 for each byte of the block that belongs to a secret; undefined if there is none. */
  read(block: Uint8Array): Uint8Array | undefined {
    this.#mask = undefined;
    if (this.#isOpaque) return new Uint8Array(block.length).fill(1);
    if (this.#known?.includes(1)) this.#maskOf(block).set(this.#known);
    if (this.#isFirst) this.#readInside(block);
    this.#isFirst = false;
    const view = wholeView(block);
    const split = this.#deltas?.join(view, BUILDERS[MOST_LAYERS]!);
    if (split) this.#readLayers(block, split, MOST_LAYERS);
    this.#hide(block, this.#deltas?.untracked ?? []);
    this.#readLayers(block, view, MOST_LAYERS);
    return this.#mask;
  }

  /** The next block begins at this offset of the block that was read. */
  advance(block: Uint8Array, cut: number): void {
    this.#deltas?.advance(block, cut);
    this.#known = this.#mask?.slice(cut);
  }

  /** The decompressed block; if it contains a secret or is too large, the whole block is hidden. */
  #readInside(block: Uint8Array): void {
    this.#room ??= roomFor(block);
    for (const content of decompressed(block, this.#room)) {
      this.#isOpaque ||= !content || content.length > block.length;
      this.#room.layers -= 1;
      const inner = content && scan(content, this.#search, this.#room);
      this.#room.layers += 1;
      if (!inner || inner.mask) this.#hide(block, [[0, block.length]]);
      for (const [name, secrets] of inner?.names ?? []) {
        const layers = name.startsWith(COMPRESSED) ? [] : [COMPRESSED];
        for (const secret of secrets) this.#note([...layers, name], secret);
      }
    }
  }

  /** Line ends are never hidden. */
  #hide(block: Uint8Array, spans: readonly Span[]): void {
    for (const [from, to] of spans) {
      const mask = this.#maskOf(block);
      for (let at = from; at < to; at++)
        if (block[at] !== LINE_FEED && block[at] !== CARRIAGE_RETURN) mask[at] = 1;
    }
  }

  #maskOf(block: Uint8Array): Uint8Array {
    this.#mask ??= new Uint8Array(block.length);
    return this.#mask;
  }

  /** Inner layers first: their findings are named by them alone. */
  #readLayers(block: Uint8Array, view: View, layers: number): void {
    const { first, spans } = this.#search.find(view.bytes);
    const builder = BUILDERS[layers - 1];
    if (builder) {
      for (const inner of decoded(view, builder)) this.#readLayers(block, inner, layers - 1);
      for (const inner of unescaped(view, this.#search.signs, builder))
        this.#readLayers(block, inner, layers - 1);
      // Backwards is a layer of its own; without an escape it is one of the forms that are searched.
      if (layers === MOST_LAYERS)
        for (const inner of unescapedBackwards(view, this.#search.signs, builder, BUILDERS[0]!))
          this.#readLayers(block, inner, 0);
    }
    const some = first.filter(({ from, to }) => !view.isPlain(from, to)).slice(0, MOST_NAMED);
    const named = some.filter((hit) => !this.#isHidden(view, hit) && !isPartOfAny(hit, some));
    for (const hit of named) this.#name(view, hit);
    for (const [from, to] of spans) if (!view.isPlain(from, to)) this.#hide(block, view.spans(from, to));
  }

  #isHidden(view: View, { from, to }: Hit): boolean {
    const mask = this.#mask;
    return view.spans(from, to).every(([start, end]) => mask && !mask.subarray(start, end).includes(0));
  }

  #name(view: View, { form, from, to, first }: Hit): void {
    const said = Buffer.from(view.bytes.subarray(from, to)).toString();
    const isAsGiven = form.secret.startsWith(said, first);
    // A stretch at an edge may go on in the next block.
    const isPart = to - from < form.folded.length && from > 0 && to < view.bytes.length;
    const name = form.name === 'plain' && !isAsGiven ? 'other-case' : form.name;
    this.#note([...view.layers, (isPart ? PART_OF : kindOf(form.secret)) + name], form.secret);
  }

  /** The layers identify a secret within layers sufficiently. */
  #note(layers: readonly string[], secret: string): void {
    const told = layers.length > 1 && layers.at(-1) === 'plain' ? layers.slice(0, -1) : layers;
    const name = told.join(' of ');
    // All of a secret says more than its parts, some of which may be the edges of it in another block.
    const isPart = name.includes(PART_OF);
    if (isPart && this.#whole.has(secret)) return;
    if (!isPart) this.#forgetParts(secret);
    this.names.set(name, (this.names.get(name) ?? new Set()).add(secret));
  }

  #forgetParts(secret: string): void {
    if (this.#whole.has(secret)) return;
    this.#whole.add(secret);
    for (const [name, secrets] of this.names)
      if (name.includes(PART_OF) && secrets.delete(secret) && secrets.size === 0) this.names.delete(name);
  }
}

/** What data of the service may equal a secret. */
function kindOf(secret: string): string {
  if (isUuid(secret)) return ID_LIKE;
  return isWordLike(secret) ? WORD_LIKE : '';
}

/**
 * Whether another form of the same secret covers this one: an escaped character ends one form and is part of
 * another.
 */
function isPartOfAny({ form, from, to }: Hit, hits: readonly Hit[]): boolean {
  return hits.some(
    (other) =>
      other.form.secret === form.secret &&
      other.from <= from &&
      other.to >= to &&
      other.to - other.from > to - from,
  );
}

const COMPRESSED = 'compressed';
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
