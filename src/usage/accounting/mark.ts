import type { Exchange } from '../../vocabulary/exchange.ts';
import { bodyText } from '../../vocabulary/exchange.ts';
import { hashText } from '../text-hash.ts';

/** A word that makes prompts new: a service that remembers prompts may book what it remembers apart. */
export interface Mark {
  word: string;
  /** Whether no earlier run can have said it. */
  fresh: boolean;
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/**
 * The word of a run, from the id that the service gave to its first completion: the same seed and the same answers give
 * the same word, and another run another one. UUIDs are left out of it, as a stored run has others in their place.
 */
export function markOf(completions: readonly Exchange[], seed: number): Mark {
  const [first] = completions;
  const id = first && /"id"\s*:\s*"([^"]{1,200})"/.exec(bodyText(first).slice(0, 4_000))?.[1];
  const own = id?.replace(UUID, '').replace(/^chatcmpl-/, '') ?? '';
  const into = new Int32Array(2);
  hashText(`${own} ${seed}`, into);
  const word = (into[0]! >>> 0).toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[Number(d)]!);
  return { word, fresh: own.length >= 8 };
}
