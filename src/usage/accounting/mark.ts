import type { Exchange } from '../../vocabulary/exchange.ts';
import { answeredAt, bodyText } from '../../vocabulary/exchange.ts';
import { hashText } from '../text-hash.ts';

/** A word that makes prompts new: a service that remembers prompts may book what it remembers apart. */
export interface Mark {
  word: string;
  /** Whether no earlier run can have said it. */
  fresh: boolean;
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** So many characters of an id tell it from those of other runs: counters are shorter. */
const TELLING = 8;
const DAY_MS = 86_400_000;

/**
 * The word of a run, from the id that the service gave to its first completion, and where that tells little from the second
 * in which it was given: the same seed and the same answers give the same word, and another run another one. UUIDs are left
 * out of it, as a stored run has others in their place.
 */
export function markOf(completions: readonly Exchange[], seed: number): Mark {
  const [first] = completions;
  const begins = first ? bodyText(first).slice(0, 4_000) : '';
  const id = /"id"\s*:\s*"([^"]{1,200})"/.exec(begins)?.[1] ?? '';
  const own = id.replace(UUID, '').replace(/^chatcmpl-/, '');
  const tells = own.length >= TELLING;
  const second = tells || !first ? undefined : secondOf(first, begins);
  const into = new Int32Array(2);
  hashText(`${own} ${second === undefined ? '' : `${second} `}${seed}`, into);
  const word = (into[0]! >>> 0).toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[Number(d)]!);
  return { word, fresh: tells || second !== undefined };
}

/** The second in which an answer was made, by its own member or else by its header; undefined where neither tells it. */
function secondOf(exchange: Exchange, text: string): number | undefined {
  const created = Number(/"created"\s*:\s*(\d{10})(?!\d)/.exec(text)?.[1]);
  if (Math.abs(created * 1000 - exchange.startedAt) < DAY_MS) return created;
  const told = answeredAt(exchange);
  return told === undefined ? undefined : told / 1000;
}
