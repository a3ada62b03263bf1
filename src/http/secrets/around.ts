import { Splices, type View } from './view.ts';

/** One place of a text that says something else. */
export interface Spliced {
  first: number;
  last: number;
  said: readonly number[];
  /** Bytes before and after it that are looked at again. */
  around: number;
}

/** A shorter text is looked at as a whole. */
export const SHORT = 4096;
const LINE_FEED = 0x0a;

/**
 * The text with something else in these places, which come in their order; undefined when there are none. Of a long text only what
 * stands around them: the rest was looked at as it is, and a line end stands for it.
 */
export function splicedAround(view: View, places: readonly Spliced[], layer: string): View | undefined {
  if (places.length === 0) return undefined;
  const { bytes } = view;
  const all = bytes.length <= SHORT;
  const splices = new Splices(view);
  let kept = all ? bytes.length : 0;
  for (const { first, last, said, around } of places) {
    const from = whole(bytes, first - around);
    if (from > kept) splices.replace(kept, from - 1, [LINE_FEED]);
    splices.replace(first, last, said);
    kept = Math.max(kept, last + 1, whole(bytes, last + 1 + around));
  }
  if (kept < bytes.length) splices.replace(kept, bytes.length - 1, []);
  return splices.done(layer);
}

/** This place, or the next at which a character begins. */
function whole(bytes: Uint8Array, at: number): number {
  let first = at;
  while (first > 0 && (bytes[first]! & 0xc0) === 0x80) first++;
  return first;
}
