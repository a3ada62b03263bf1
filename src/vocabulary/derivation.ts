import type { Finding } from './check.ts';

/**
 * How a finding's `actual` was derived: a value at the place in the first exchange (`literal`); something missing
 * (`absent`); or a result that the judge computes from the exchanges (`computed`).
 */
export const DERIVATIONS = ['literal', 'absent', 'computed'] as const;
export type Derivation = (typeof DERIVATIONS)[number];

const ABSENT = /^(?:absent|none|nothing)$|\bis required and absent$/;
const STATUS = /^(?:status )?\d{3}\b/;
/** A value as JSON writes it, alone or after the name of its member: `null`, `"x"`, `total_tokens is -1`. */
const VALUE = /^(?:[\w/]+ is )?(?:null|true|false|-?\d[\d.eE+-]*|".*"|\[.*|\{.*)$/s;
/** Text that is added to a judge's words when a violation was repeated. */
const REPEATED =
  / \((?:unstable|could not be repeated|not repeated|\d+ of \d+ answers|\d+ answers show it|correct when repeated).*\)$|; when repeated: .*$/s;

/** Judges write shorter texts. */
export const MOST_WORDS = 8_000;

/** The words of the judge, without the part about the repetition. */
export function judgesWords(actual: string): string {
  return actual.slice(0, MOST_WORDS).replace(REPEATED, '');
}

/** The derivation of a finding, from its form if the judge does not state it. */
export function derivationOf({ actual: all, place, derived }: Finding): Derivation {
  if (derived) return derived;
  const actual = judgesWords(all);
  if (ABSENT.test(actual)) return 'absent';
  if (place === 'status') return STATUS.test(actual) ? 'literal' : 'computed';
  if (place.startsWith('header ')) return 'literal';
  if (/^byte \d+$/.test(place)) return /“[^”]+”/.test(actual) ? 'literal' : 'computed';
  if (pointerIn(place) === undefined) return 'computed';
  return VALUE.test(actual) ? 'literal' : 'computed';
}

/** The pointer in a place: `body /choices/0`, `byte 120 /choices` (into the chunk that begins there), `/usage`. */
export function pointerIn(place: string): string | undefined {
  return /^(?:body |byte \d+ )?(\/\S*)$/.exec(place)?.[1];
}
