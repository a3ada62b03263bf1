import { answeredAt } from '../../vocabulary/answered-at.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { bodyText, isSuccess } from '../../vocabulary/exchange.ts';
import { hashText } from '../text-hash.ts';

/** A word that makes prompts unique, because a service may book cached prompts separately. */
export interface Mark {
  word: string;
  /** Whether no earlier run can have used it. */
  fresh: boolean;
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** So many characters of an id identify a run: counters are shorter. */
const TELLING = 8;
const DAY_MS = 86_400_000;

/**
 * The word of a run, from the service's id of its first completion, or from its time if the id is too short: the
 * same seed and the same responses yield the same word, and another run another one. UUIDs are excluded, because
 * records contain pseudonyms instead.
 */
export function markOf(completions: readonly Exchange[], seed: number): Mark {
  const first = completions.find(isSuccess) ?? completions[0];
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

/** The second of a response, from its own member or its header; undefined without both. */
function secondOf(exchange: Exchange, text: string): number | undefined {
  const created = Number(/"created"\s*:\s*(\d{10})(?!\d)/.exec(text)?.[1]);
  if (Math.abs(created * 1000 - exchange.startedAt) < DAY_MS) return created;
  const told = answeredAt(exchange);
  return told === undefined ? undefined : told / 1000;
}
