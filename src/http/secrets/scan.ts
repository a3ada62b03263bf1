import { SHORT } from './around.ts';
import { base32Runs } from './base32-runs.ts';
import { base85Runs } from './base85-runs.ts';
import { decodedRuns } from './codes.ts';
import { unpacked } from './compressed.ts';
import { filledPieces } from './filled.ts';
import { BARE, type Folded, fold, HAS_ESCAPE, HAS_HIGH, HAS_MARKUP, HAS_NUL } from './fold.ts';
import { bareFormsOf, type Form, formsOf, numberFormsOf, ROTATED } from './forms.ts';
import { enoughTogether, FRAGMENTS, fragmentFormsOf } from './fragments.ts';
import { framedPieces } from './framed.ts';
import { regrouped } from './groups.ts';
import { joined } from './joined.ts';
import { carried, LOOK_ALIKES, onceEncoded, withoutLookAlikes } from './look-alikes.ts';
import { withoutMarkup } from './markup.ts';
import { numberRuns } from './number-runs.ts';
import { createNumberSearch } from './number-search.ts';
import { createSearch, type Hit } from './search.ts';
import { unescaped, unescapedOnce } from './unescape.ts';
import { narrowed } from './utf16.ts';
import { KnownViews, type View, wholeView } from './view.ts';

/** Where a secret is in a text, and in which form it was found. */
export interface Found {
  /** 1 for each byte of the text that belongs to a secret; absent when none does. */
  mask?: Uint8Array;
  /** The forms, each with the secrets that were found in it. */
  names: Map<string, Set<string>>;
  /** How many stretches were found. */
  noted: number;
}

/** Layers that are taken off at most; each is smaller than the one before, but for what is packed. */
const MOST_LAYERS = 7;
/** Bytes that are looked at for each byte of the text, all layers together, and for the shortest of texts. */
const WORK_PER_BYTE = 24;
const WORK_AT_LEAST = 16 * 1024 * 1024;

/** Stretches whose form is worked out. */
const MOST_NOTED = 200;

/** Looks for some secrets in one text, without taking a layer off. */
export type Look = (text: Folded) => readonly Hit[];

/** What finds these secrets; undefined when there is none to look for. */
export function createLook(secrets: readonly string[]): Look | undefined {
  const forms = secrets.flatMap(formsOf);
  if (forms.length === 0) return undefined;
  const usual = createSearch([
    ...forms,
    ...secrets.flatMap(decodedForms),
    ...secrets.flatMap(fragmentFormsOf),
  ]);
  const bare = createSearch(secrets.flatMap(bareFormsOf), BARE);
  const numbers = createNumberSearch(secrets.flatMap(numberFormsOf));
  return (folded) => {
    const all = usual(folded.usual);
    const hits = all.length === 0 ? all : surest(all.filter(({ form }) => form.name !== FRAGMENTS));
    const fragments = all.length < 2 ? [] : enoughTogether(all);
    const apart = [...bare(folded.bare), ...numbers(folded.digits), ...fragments];
    if (apart.length === 0) return hits;
    const known = new Set(hits.flatMap((hit) => hit.places));
    return [...hits, ...apart.filter(({ places }) => places.some((at) => !known.has(at)))];
  };
}

/** Digits stay digits when letters are turned: what is found as it is anyhow is not told of as something else. */
function surest(hits: Hit[]): Hit[] {
  if (!hits.some(({ form }) => form.name === ROTATED)) return hits;
  const known = new Set(hits.flatMap(({ form, places }) => (form.name === ROTATED ? [] : places)));
  return hits.filter(({ form, places }) => form.name !== ROTATED || places.some((at) => !known.has(at)));
}

/** A secret that holds an escape itself (`%3c`) may be decoded together with the layers that it lies in. */
function decodedForms(secret: string): Form[] {
  const decoded = unescaped(wholeView(Buffer.from(secret)));
  if (!decoded) return [];
  return formsOf(Buffer.from(decoded.bytes).toString()).map((form) => ({ ...form, secret }));
}

/** Looks for secrets in a text and in all that can be decoded from it, layer by layer, until there is nothing more. */
export function scan(text: Uint8Array, look: Look): Found {
  const found: Found = { names: new Map(), noted: 0 };
  if (saysOneThing(text)) return found;
  let work = Math.max(WORK_AT_LEAST, text.length * WORK_PER_BYTE);
  const waiting: View[] = [wholeView(text)];
  const known = new KnownViews();
  for (let view = waiting.shift(); view; view = waiting.shift()) {
    work -= view.bytes.length;
    if (work < 0) break;
    if (known.has(view)) continue;
    const folded = fold(view.bytes);
    const hits = look(folded);
    if (hits.length > 0) {
      const marked = new Uint8Array(view.bytes.length);
      for (const hit of hits) note(found, text, view, hit, marked);
    }
    if (view.layers.length >= MOST_LAYERS) continue;
    const inside = unpacked(view);
    if (inside === 'opaque') {
      maskOf(found, text).fill(1, view.start(0), view.end(view.bytes.length - 1));
      continue;
    }
    if (inside) waiting.push(inside);
    const plain = (folded.marks & HAS_ESCAPE) !== 0 && unescaped(view);
    if (plain) waiting.push(plain);
    if (plain && !view.layers.includes('escaped')) waiting.push(...unescapedOnce(view));
    const pure = (folded.marks & HAS_MARKUP) !== 0 && withoutMarkup(view);
    if (pure) waiting.push(pure);
    const filled = (folded.marks & HAS_ESCAPE) !== 0 && filledPieces(view);
    if (filled) waiting.push(filled);
    // Once is enough: what is drawn like a letter is not moved as well.
    if ((folded.marks & HAS_HIGH) !== 0 && view.layers.at(-1) !== LOOK_ALIKES) {
      for (const alike of [withoutLookAlikes(view), carried(view), onceEncoded(view)])
        if (alike) waiting.push(alike);
    }
    waiting.push(...decodedRuns(view), ...base32Runs(view), ...numberRuns(view), ...base85Runs(view));
    if ((folded.marks & HAS_NUL) !== 0) waiting.push(...narrowed(view));
    // Of a long text only parts are left there: what it says in pieces has its look-alikes taken off piece by piece.
    if (view.layers[0] === LOOK_ALIKES && text.length > SHORT) continue;
    if (view.layers.length < 2 && view.layers[0] !== 'split') waiting.push(...joined(view));
    if (view.layers.length < MOST_LAYERS - 2 && !view.layers.includes('split'))
      waiting.push(...framedPieces(view), ...regrouped(view));
  }
  return found;
}

/** A text that says a few characters over and over, as what is sent to fill memory does, holds nothing: no secret is so dull. */
function saysOneThing(text: Uint8Array): boolean {
  if (text.length < DULL_FROM) return false;
  return PERIODS.some((period) => Buffer.compare(text.subarray(period), text.subarray(0, -period)) === 0);
}
const DULL_FROM = 4096;
const PERIODS = [1, 2, 3, 4, 6, 8];

function maskOf(found: Found, text: Uint8Array): Uint8Array {
  found.mask ??= new Uint8Array(text.length);
  return found.mask;
}

/** Keys that are nearly the same are found in the same places: each byte of a view is `marked` once. */
function note(found: Found, text: Uint8Array, view: View, { form, places }: Hit, marked: Uint8Array): void {
  const mask = maskOf(found, text);
  // Below what is hidden already there is nothing to hide.
  const [from, to] = [view.start(places[0]!), view.end(places.at(-1)!)];
  if (to <= from || mask.subarray(from, to).includes(0)) {
    for (const at of places) {
      if (marked[at] === 0) view.mark(at, mask);
      marked[at] = 1;
    }
  }
  // A text that is full of it says the same over and over.
  found.noted++;
  if (found.noted > MOST_NOTED) return;
  const layers = view.layers.map((layer) => (layer === 'escaped' ? escapeName(text, view, places) : layer));
  const name = form.name === 'plain' ? plainName(view, form.secret, places) : form.name;
  const all = [...layers, ...(name === 'plain' && layers.length > 0 ? [] : [name])];
  const told = [...new Set(all)].join(' of ');
  found.names.set(told, (found.names.get(told) ?? new Set()).add(form.secret));
}

function plainName(view: View, secret: string, places: readonly number[]): string {
  const said = Buffer.from(places.map((at) => view.bytes[at]!)).toString('latin1');
  const apart = places.some((at, i) => i > 0 && at !== places[i - 1]! + 1);
  if (apart && view.bytes[places[0]! + 1] === 0) return 'utf-16';
  if (apart && !secret.includes(said)) return 'split';
  if (secret.includes(said)) return 'plain';
  return 'other-case';
}

function escapeName(text: Uint8Array, view: View, places: readonly number[]): string {
  for (const at of places) {
    if (view.end(at) - view.start(at) < 2) continue;
    const lead = text[view.start(at)];
    if (lead === 0x25) return 'url-encoded';
    if (lead === 0x26) return 'html-escaped';
    if (lead === 0x3d) return 'quoted-printable';
    if (lead === 0x5c) return 'json-escaped';
  }
  return 'escaped';
}
