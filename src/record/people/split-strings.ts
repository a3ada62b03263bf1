import { tokenParts } from '../../http/secrets/tokens.ts';
import { halvesIn, type Part } from './halves.ts';
import type { Place } from './hiding.ts';
import type { Patches, RawValues } from './raw-value.ts';
import { changes } from './split-addresses.ts';

/** Elements of an array that are too short to hold an address by themselves: letters, most of all. */
const LETTERS = /\[\s*"(?:[^"\\\n]|\\.){0,4}"(?:\s*,\s*"(?:[^"\\\n]|\\.){0,4}"){4,}\s*\]/g;
const ELEMENT = /"((?:[^"\\]|\\.)*)"/g;
/**
 * Finds addresses that one JSON text holds in pieces: in arrays of letters, in the tokens of log-probabilities, and in two members
 * for both sides of the at sign. Each piece keeps its length.
 */
export function splitAddresses(text: string, values: RawValues, place: Place, out: Patches): void {
  const hide = (address: string) => values.hide(address, 'any', { people: false, names: false });
  if (text.includes('"bytes"')) for (const numbers of bytesOf(text)) patchNumbers(numbers, hide, out);
  if (text.includes('@')) for (const parts of [...arrays(text), ...tokens(text)]) patch(parts, hide, out);
  for (const { local, domain } of halvesIn(text, place.people || place.names)) {
    const made = values.hide(`${local.text}@${domain.text}`, 'person', place);
    if (made.length !== local.text.length + 1 + domain.text.length) continue;
    out.put(local.place, made.slice(0, local.text.length));
    out.put(domain.place, made.slice(local.text.length + 1));
  }
}

function arrays(text: string): Part[][] {
  return [...text.matchAll(LETTERS)].map(({ 0: array, index }) =>
    [...array.matchAll(ELEMENT)].map((element) => ({
      text: element[1]!,
      place: index + element.index + 1,
    })),
  );
}

/** Chosen tokens, and their alternatives by rank. */
function tokens(text: string): Part[][] {
  if (!text.includes('"token"')) return [];
  const byRank = new Map<number, Part[]>();
  for (const { rank, kind, start, end } of tokenParts(text)) {
    if (kind !== 'text') continue;
    const parts = byRank.get(rank) ?? [];
    byRank.set(rank, parts);
    parts.push({ text: text.slice(start, end), place: start });
  }
  return [...byRank.values()];
}

/** The bytes of chosen tokens, and those of their alternatives by rank. */
function bytesOf(text: string): Part[][] {
  const byRank = new Map<number, Part[]>();
  for (const { rank, kind, start, end } of tokenParts(text)) {
    if (kind !== 'bytes') continue;
    const numbers = byRank.get(rank) ?? [];
    byRank.set(rank, numbers);
    for (const { 0: digits, index } of text.slice(start, end).matchAll(/\d+/g))
      numbers.push({ text: digits, place: start + index });
  }
  return [...byRank.values()];
}

/** A number keeps its digits: where a letter's has more or fewer, another letter stands for it. */
function patchNumbers(numbers: readonly Part[], hide: (text: string) => string, out: Patches): void {
  const codes = numbers.map(({ text }) => Number(text) & 0xff);
  if (!codes.includes(AT)) return;
  const said = Buffer.from(codes).toString('latin1');
  const made = hide(said);
  if (made.length !== said.length) return;
  for (const [i, { text, place }] of numbers.entries()) {
    if (made[i] === said[i]) continue;
    const code = made.charCodeAt(i);
    const like = text.length === 3 ? 100 + (code % 23) : 97 + (code % 3);
    out.put(place, String(code).length === text.length ? String(code) : String(like).slice(0, text.length));
  }
}
const AT = 0x40;

/** What goes over more than one part: what stands in one of them is found there. */
function patch(parts: readonly Part[], hide: (text: string) => string, out: Patches): void {
  const joined = parts.map(({ text }) => text).join('');
  if (!joined.includes('@')) return;
  const made = hide(joined);
  if (made.length !== joined.length) return;
  const runs = changes(joined, made);
  let from = 0;
  for (const { text, place } of parts) {
    const until = from + text.length;
    const spans = runs.some(
      (run) => run.start < until && run.end > from && (run.start < from || run.end > until),
    );
    if (spans) out.put(place, made.slice(from, until));
    from = until;
  }
}
