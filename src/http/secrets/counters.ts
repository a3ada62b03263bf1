import { IN_WORD, LETTER, NUMBER, type Words } from './words.ts';

/** So many counters in a row, at least, count. */
export const FEWEST_COUNTED = 4;
/** What counts at once, under one name. */
const MOST_CHAINS = 8;
/** So many words further on the next counter stands, at most. */
const FARTHEST = 5;
/** Of so many words one is a counter. */
const ALL_ALONG = 6;
const MOST_DIGITS = 6;

interface Chain {
  /** The number that was counted last, and the index of its word among those that were kept. */
  number: number;
  last: number;
  words: number[];
}

/**
 * The words at these indices without the numbers that count, alone or at the end of a name. Digits of a key may be in order by
 * chance: what counts comes again after a few words, and all along.
 */
export function withoutCounters(bytes: Uint8Array, words: Words, kept: readonly number[]): number[] {
  const chains = new Map<number, Chain[]>();
  for (const [index, word] of kept.entries()) {
    const counter = counterOf(bytes, words.starts[word]!, words.ends[word]!);
    if (!counter) continue;
    const { name, number } = counter;
    let open = chains.get(name);
    if (!open) {
      open = [];
      chains.set(name, open);
    }
    const chain = open.find(({ last, number: before }) => index - last <= FARTHEST && number === before + 1);
    if (chain) {
      chain.words.push(word);
      chain.number = number;
      chain.last = index;
    } else open.push({ number, last: index, words: [word] });
    if (open.length > MOST_CHAINS) open.splice(shortestOf(open), 1);
  }
  const least = Math.max(FEWEST_COUNTED, kept.length / ALL_ALONG);
  const counters = new Set<number>();
  for (const open of chains.values()) {
    // A row may tell its number twice.
    for (const { words: told } of open) if (told.length >= least) for (const word of told) counters.add(word);
  }
  return counters.size === 0 ? [...kept] : kept.filter((word) => !counters.has(word));
}

function shortestOf(chains: readonly Chain[]): number {
  const sizes = chains.map(({ words }) => words.length);
  return sizes.indexOf(Math.min(...sizes));
}

/** The number of a word such as `12`, `k12` or `12s`, and what is said beside it, as a number; undefined of another word. */
function counterOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): { name: number; number: number } | undefined {
  let at = end - 1;
  const unit = IN_WORD[bytes[at]!] === LETTER ? bytes[at--]! : 0;
  const last = at;
  while (at >= start && IN_WORD[bytes[at]!] === NUMBER) at--;
  if (at === last || last - at > MOST_DIGITS) return undefined;
  let name = Math.imul(unit + 1, 0x9e3779b1);
  for (let i = start; i <= at; i++) {
    if (IN_WORD[bytes[i]!] !== LETTER) return undefined;
    name = (Math.imul(name, 31) + bytes[i]!) | 0;
  }
  let number = 0;
  for (let i = at + 1; i <= last; i++) number = number * 10 + bytes[i]! - 0x30;
  return { name, number };
}
