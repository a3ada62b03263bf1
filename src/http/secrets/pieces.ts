import type { View } from './view.ts';

/** Bytes of a text; longer ones are no list of pieces that somebody wrote for a reader. */
export const LONGEST_LIST = 64 * 1024;

/**
 * Pieces of a view as one text; each is two offsets, `[start, end, start, end, …]`. Where they come from is worked out only
 * when it is asked for: mostly nothing is in them.
 */
export function together(view: View, group: readonly number[]): View {
  let size = 0;
  for (let i = 0; i < group.length; i += 2) size += group[i + 1]! - group[i]!;
  const bytes = new Uint8Array(size);
  let to = 0;
  for (let i = 0; i < group.length; i += 2) {
    for (let at = group[i]!; at < group[i + 1]!; at++) bytes[to++] = view.bytes[at]!;
  }
  let places: Int32Array | undefined;
  const place = (at: number): number => {
    if (at === 0) return group[0]!;
    if (at === size - 1) return group[group.length - 1]! - 1;
    if (!places) {
      places = new Int32Array(size);
      let next = 0;
      for (let i = 0; i < group.length; i += 2) {
        for (let from = group[i]!; from < group[i + 1]!; from++) places[next++] = from;
      }
    }
    return places[at]!;
  };
  return {
    bytes,
    start: (at) => view.start(place(at)),
    end: (at) => view.end(place(at)),
    mark: (at, mask) => view.mark(place(at), mask),
    layers: [...view.layers, 'split'],
  };
}
