import { decompressed } from './compressed.ts';
import { DeltaReader } from './deltas.ts';
import type { Hit, Search } from './search.ts';
import { unescaped } from './unescape.ts';
import { innerView, type Span, type View, wholeView } from './view.ts';

/** Where secrets are in a text, and in which forms. */
export interface Found {
  /** 1 for each byte of the text that belongs to a secret; absent when none does. */
  mask?: Uint8Array;
  /** The forms, each with the secrets that were found in it. */
  names: Map<string, Set<string>>;
  /** The text begins something compressed that nobody said was: what follows it can't be read by itself. */
  isCompressed: boolean;
}

/** Escapes within escapes that are undone. */
const MOST_LAYERS = 2;
/** Stretches whose form is told; a text that is full of a secret says the same over and over. */
const MOST_NAMED = 200;

/**
 * Looks for secrets in a text, and in what it says without its escapes, decompressed, and in the deltas of an event stream.
 * The work is linear in the size of the text.
 * @param deltas what has read the blocks before, if the text is a block of a longer one
 */
export function scan(text: Uint8Array, search: Search, deltas?: DeltaReader): Found {
  const found: Found = { names: new Map(), isCompressed: false };
  const view = wholeView(text);
  const inside = decompressed(text);
  // Of a text that is none, trials make a few letters.
  found.isCompressed = inside === 'opaque' || inside.some(({ length }) => length > text.length);
  const reader = new Scan(search, found, text);
  if (inside === 'opaque') reader.hide([[0, text.length]]);
  else for (const content of inside) reader.read(innerView(view, content, 'compressed'));
  reader.read(view, deltas);
  return found;
}

class Scan {
  readonly #search: Search;
  readonly #found: Found;
  readonly #text: Uint8Array;
  #hidden: Span | undefined;

  constructor(search: Search, found: Found, text: Uint8Array) {
    this.#search = search;
    this.#found = found;
    this.#text = text;
  }

  read(view: View, deltas?: DeltaReader): void {
    const { buffer, byteOffset, byteLength } = view.bytes;
    const mayHold = deltas !== undefined || Buffer.from(buffer, byteOffset, byteLength).includes('data:');
    const split = mayHold ? (deltas ?? new DeltaReader()).join(view) : undefined;
    if (split) this.#readLayers(split, MOST_LAYERS);
    this.#readLayers(view, MOST_LAYERS);
  }

  /** Lines stay lines: a line end is never hidden. */
  hide(spans: readonly Span[]): void {
    this.#found.mask ??= new Uint8Array(this.#text.length);
    const { mask } = this.#found;
    for (const span of spans) {
      // Whatever is found in what is decompressed hides all of it: once is enough.
      if (span === this.#hidden) continue;
      this.#hidden = span;
      for (let at = span[0]; at < span[1]; at++)
        if (this.#text[at] !== LINE_FEED && this.#text[at] !== CARRIAGE_RETURN) mask[at] = 1;
    }
  }

  /** Inner layers first: what is found in them is named by them alone. */
  #readLayers(view: View, layers: number): void {
    if (layers > 0) for (const inner of unescaped(view)) this.#readLayers(inner, layers - 1);
    const hits = this.#search.find(view.bytes).filter(({ from, to }) => !view.isPlain(from, to));
    const spans = hits.map(({ from, to }) => view.spans(from, to));
    const some = hits.slice(0, MOST_NAMED);
    const named = some.filter((hit, i) => !this.#isHidden(spans[i]!) && !isPartOfAny(hit, some));
    for (const hit of named) this.#name(view, hit);
    for (const each of spans) this.hide(each);
  }

  #isHidden(spans: readonly Span[]): boolean {
    const { mask } = this.#found;
    return mask !== undefined && spans.every(([from, to]) => !mask.subarray(from, to).includes(0));
  }

  #name(view: View, { form, from, to, first }: Hit): void {
    const said = Buffer.from(view.bytes.subarray(from, to)).toString();
    const isAsGiven = form.secret.startsWith(said, first);
    const name = form.name === 'plain' && !isAsGiven ? 'other-case' : form.name;
    const layers = name === 'plain' && view.layers.length > 0 ? view.layers : [...view.layers, name];
    const { names } = this.#found;
    const told = layers.join(' of ');
    names.set(told, (names.get(told) ?? new Set()).add(form.secret));
  }
}

/** Whether another form of the same secret says the same, and more: an escaped sign ends one form and is part of another. */
function isPartOfAny({ form, from, to }: Hit, hits: readonly Hit[]): boolean {
  return hits.some(
    (other) =>
      other.form.secret === form.secret &&
      other.from <= from &&
      other.to >= to &&
      other.to - other.from > to - from,
  );
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
