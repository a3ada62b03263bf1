import { LookedAt } from './looked-at.ts';
import { SHORTEST_SECRET } from './secrets/forms.ts';
import { createLook, type Found, type Look, scan } from './secrets/scan.ts';
import { Structure } from './secrets/structure.ts';
import type { ByteFilter } from './spill.ts';

export { secretsOf } from './secrets/of-run.ts';

/**
 * Hides secrets, wherever something is written, by their value, in whatever layers of encoding it lies. The mark has the
 * length of what it hides, so that offsets in the evidence still hold.
 */
export interface Redactor {
  text(text: string): string;
  /** Texts that belong together: a secret that was split over several of them is hidden as well. */
  texts(texts: readonly string[]): string[];
  /** The same bytes object when there was nothing to hide, else a copy. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** A copy of a JSON value with every string, and every member's name, redacted. */
  value<T>(value: T): T;
  /** For what we send ourselves: hides secrets that are not looked for in answers as well. */
  sent(text: string): string;
  /** In which forms secrets (or `only` these of them) are in the bytes, each name once; empty when they are in none. */
  finds(bytes: Uint8Array, only?: ReadonlySet<string>): string[];
  /** For a body that is written piece by piece; it tells in which forms it found secrets, or `only` these. */
  filter(only?: ReadonlySet<string>): ByteFilter;
}

const MARK = 0x2a;
/** Digits are hidden by a digit: a number has to stay one, or a sound answer would look broken. */
const DIGIT_MARK = 0x39;

/**
 * A redactor for these secrets; those that are too short or too common are hidden by `sent`
 * only, and so are `own` texts, where they stand alone.
 */
export function createRedactor(secrets: readonly string[], own: readonly string[] = []): Redactor {
  const unique = [...new Set(secrets)].filter((s) => s !== '').sort((a, b) => b.length - a.length);
  const look = createLook(unique);
  const before = new LookedAt<Found>();
  const found = (input: Uint8Array): Found | undefined => look && before.at(input, () => scan(input, look));
  const bytes = (input: Uint8Array): Uint8Array => {
    const mask = found(input)?.mask;
    return mask ? masked(input, mask, new Structure()) : input;
  };
  const text = (input: string): string => {
    if (!look || input.length < SHORTEST_SECRET) return input;
    const given = Buffer.from(input);
    const hidden = bytes(given);
    return hidden === given ? input : Buffer.from(hidden).toString();
  };
  const texts = (input: readonly string[]): string[] => {
    const lone = input.map(text);
    const all = lone.join('\n');
    const hidden = text(all);
    if (hidden === all) return lone;
    const parts = hidden.split('\n');
    // Where a text has lines of its own they can't be told apart: nothing of any is left then.
    return parts.length === lone.length ? parts : lone.map((part) => '*'.repeat(part.length));
  };
  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (input === null || typeof input !== 'object') return input;
    return Object.fromEntries(Object.entries(input).map(([name, member]) => [text(name), value(member)]));
  };
  return {
    text,
    texts,
    bytes,
    value: value as Redactor['value'],
    sent: (input) => (own.includes(input) ? '*'.repeat(input.length) : unique.reduce(hide, text(input))),
    finds: (input, only) => namesIn(found(input), only),
    filter: (only) =>
      look ? createFilter(look, only) : { push: (piece) => piece, end: () => Buffer.alloc(0) },
  };
}

/** Bytes of a large body that are looked at together, and those that are looked at again with what follows. */
export const BLOCK = 128 * 1024;
export const OVERLAP = 16 * 1024;

function namesIn(found: Found | undefined, only: ReadonlySet<string> | undefined): string[] {
  const told = [...(found?.names ?? [])].filter(
    ([, secrets]) => !only || [...secrets].some((secret) => only.has(secret)),
  );
  return told.map(([name]) => name).sort();
}

function createFilter(look: Look, only: ReadonlySet<string> | undefined): ByteFilter {
  const names = new Set<string>();
  let held: Buffer[] = [];
  let size = 0;
  // What is kept back is looked at again as it came: what is known of it stays known.
  let known: Uint8Array | undefined;
  const structure = new Structure();
  const take = (keep: number): Buffer => {
    const all = held.length === 1 ? held[0]! : Buffer.concat(held);
    const found = scan(all, look);
    for (const name of namesIn(found, only)) names.add(name);
    const mask = found.mask ?? known;
    if (mask && known && mask !== known) for (const [at, one] of known.entries()) if (one === 1) mask[at] = 1;
    let cut = all.length - Math.min(keep, all.length);
    // Not within what is hidden: whether it is a number shows only where it is whole.
    if (keep > 0) while (cut > 1 && cut > all.length - 2 * keep && mask?.[cut - 1] === 1) cut--;
    const out = masked(all.subarray(0, cut), mask ?? new Uint8Array(cut), structure);
    known = mask?.subarray(cut);
    held = cut === all.length ? [] : [Buffer.from(all.subarray(cut))];
    size = all.length - cut;
    return out;
  };
  return {
    push(piece) {
      // The piece may be a view of a buffer that its owner uses again.
      held.push(Buffer.from(piece));
      size += piece.length;
      return size < BLOCK + OVERLAP ? Buffer.alloc(0) : take(OVERLAP);
    },
    end: () => (size === 0 ? Buffer.alloc(0) : take(0)),
    found: () => [...names].sort(),
  };
}

/** A copy without what is marked; what holds JSON together stays. */
function masked(input: Uint8Array, mask: Uint8Array, structure: Structure): Buffer {
  const copy = Buffer.from(input);
  const hidden = mask.slice(0, copy.length);
  structure.keep(input, hidden);
  for (let at = 0; at < hidden.length; at++) {
    if (hidden[at] === 0) continue;
    const byte = input[at]!;
    copy[at] = byte >= 0x30 && byte <= 0x39 && isNumber(input, at) ? DIGIT_MARK : MARK;
  }
  return copy;
}

/** Whether a number stands at this place, and nothing else. */
function isNumber(input: Uint8Array, at: number): boolean {
  const digit = (i: number) => input[i]! >= 0x30 && input[i]! <= 0x39;
  let start = at;
  let end = at + 1;
  while (start > 0 && at - start < 256 && digit(start - 1)) start--;
  while (end < input.length && end - at < 256 && digit(end)) end++;
  const before = input[start - 1];
  const after = input[end];
  const ends = (byte: number | undefined) =>
    byte === undefined || ' \t\r\n,:;[]{}'.includes(String.fromCharCode(byte));
  return ends(before) && ends(after);
}

function hide(text: string, secret: string): string {
  return text.includes(secret) ? text.replaceAll(secret, '*'.repeat(secret.length)) : text;
}
