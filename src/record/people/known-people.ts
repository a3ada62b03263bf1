import { BLANKS } from './disguise.ts';
import { BoundedMap } from './memory.ts';

/** The people in usage data so far, to find them where no member or column identifies them. */
export type KnownPeople = ReturnType<typeof createKnownPeople>;

/** Words of the protocol, of programs and of error messages: not searched, even if a person has this name. */
const COMMON = new Set(
  `user users admin administrator root guest test tester testing demo system assistant tool developer function model
  models provider source api app application service server client bot agent default none null true false unknown
  anonymous nobody everyone all any other others total totals sum name names key keys token tokens limit rate request
  requests error errors invalid missing required value values type types field fields string number integer object
  array message messages content role stop length usage stats summary export completion completions chat stream
  billing account accounts organization organisation org member members owner person people email mail found
  reset forbidden unauthorized insufficient balance quota exceeded bad not and the for with from this that your must
  should please input output prompt date start end page offset text json data info support help contact team sales
  production staging development public private internal external main primary secondary first last new old
  id ids count counts cost costs amount average avg min max cached
  will may can mark bill grant art rich hope faith grace summer autumn dawn april june august frank jack`.split(
    /\s+/,
  ),
);

/** A decimal number is one word: an id is not a part of it. */
const WORD = /\d+\.\d[\d.]*|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const NEXT_WORD = new RegExp(WORD);
/** Longer names, and names with more words, are found as whole values only. */
const LONGEST = 256;
const MOST_WORDS = 8;
/** Without a blank, or what counts as one. */
const WORD_OF_ASCII = /^[!-*,-^`-~]*$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Words of the service, such as models with an address in their names, of which so many can be looked up. */
const MOST_OTHERS = 10_000;

/** No one is known yet. */
export function createKnownPeople() {
  const values = new BoundedMap<true>({ keeps: true });
  /** The first words of names, and the maximum number of words of a name that begins so. */
  const firstWords = new BoundedMap<number>({ keeps: true });
  const originals = new BoundedMap<string>({ keeps: true });
  const others = new BoundedMap<string>({ keeps: true, most: MOST_OTHERS });
  const has = (plain: string) => values.get(plain) === true;
  return {
    /** Adds a name or an id, and its pseudonym. */
    learn(value: string, pseudonym: string) {
      if (value.length > LONGEST || (values.isFull && originals.isFull)) return;
      if (value !== pseudonym && originals.get(pseudonym) === undefined) originals.set(pseudonym, value);
      const plain = normal(value);
      if (has(plain) || !isDistinct(plain)) return;
      values.set(plain, true);
      const words = plain.match(WORD) ?? [];
      if (words.length === 0 || words.length > MOST_WORDS) return;
      firstWords.set(words[0]!, Math.max(words.length, firstWords.get(words[0]!) ?? 0));
    },
    get size() {
      return values.size;
    },
    /** Whether this whole value is a person's name or id, and not a number or a common word. */
    has: (value: string) =>
      values.size > 0 && value.length <= LONGEST && !isNumber(value) && has(normal(value)),
    /** The value of a pseudonym that belongs to no person; undefined for any other text. */
    original: (pseudonym: string) => others.get(pseudonym),
    /** The name or id of a pseudonym that a person or an organization has; undefined for any other text. */
    named: (pseudonym: string) => originals.get(pseudonym) ?? others.get(pseudonym),
    /** Adds the value of a pseudonym that does not belong to a person. */
    remember(pseudonym: string, value: string) {
      if (value.length <= LONGEST && !others.isFull && others.get(pseudonym) === undefined)
        others.set(pseudonym, value);
    },
    /** The positions of known people in a running text. */
    within(text: string) {
      const found: { start: number; end: number }[] = [];
      if (values.size === 0) return found;
      const lower = lowerCase(text);
      let until = 0;
      // One word at a time: the words of a long text are many times as large.
      for (const { 0: first, index: start } of lower.matchAll(WORD)) {
        const most = start < until ? 0 : (firstWords.get(first.normalize()) ?? 0);
        const end = endsOfWords(lower, start, most).findLast(
          (one) => one - start <= LONGEST && has(normal(lower.slice(start, one))),
        );
        if (end === undefined) continue;
        found.push({ start, end });
        until = end;
      }
      return found;
    },
  };
}

/** Where each of the first `most` words from a place on ends. */
function endsOfWords(text: string, from: number, most: number): number[] {
  const ends: number[] = [];
  NEXT_WORD.lastIndex = from;
  while (ends.length < most && NEXT_WORD.test(text)) ends.push(NEXT_WORD.lastIndex);
  return ends;
}

/** Whether a lower-case word belongs to the protocol or to programs. */
export const isCommonWord = (word: string) => COMMON.has(word);

/** Whether a name is distinguishable from words of the language or the protocol, and from counts. */
function isDistinct(plain: string): boolean {
  if (isNumber(plain)) return plain.length >= 6;
  return plain.length >= 3 && !COMMON.has(plain) && /\p{L}/u.test(plain);
}

const isNumber = (text: string) => /^\d+$/.test(text);

/** As long as the text: the other spelling of this one letter is longer. */
const lowerCase = (text: string) => (text.includes('İ') ? text.replaceAll('İ', 'i') : text).toLowerCase();

/** Without letter case, forms of accents and widths of blanks, and a UUID without its hyphens. */
function normal(value: string): string {
  // Most values are words of ASCII, which have one form.
  const lower = lowerCase(value);
  const plain = WORD_OF_ASCII.test(lower) ? lower : lower.normalize().replace(BLANKS, ' ').trim();
  return plain.length === 36 && UUID.test(plain) ? plain.replaceAll('-', '') : plain;
}
