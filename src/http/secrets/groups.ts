import { together } from './pieces.ts';
import type { View } from './view.ts';
import { IN_WORD } from './words.ts';

/** Groups of letters and digits as people read them out: `MZXW-6YTB-OI`. */
const LENGTHS = { least: 3, most: 10 };
const FEWEST = 5;
const SHORTEST = 20;

/**
 * What stands in groups of the same length, with the same sign between them, as one text: what each says alone is too short to be
 * decoded.
 */
export function regrouped(view: View): View[] {
  const { bytes } = view;
  const views: View[] = [];
  let groups: number[] = [];
  let size = 0;
  let start = 0;
  const close = () => {
    if (groups.length >= 2 * FEWEST && groups[groups.length - 1]! - groups[0]! >= SHORTEST)
      views.push(together(view, groups));
    groups = [];
  };
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && IN_WORD[bytes[at]!] !== 0) continue;
    const length = at - start;
    if (length >= 1 && length <= LENGTHS.most) {
      const next = groups.length > 0 && start === groups[groups.length - 1]! + 1 && length <= size;
      const sameSign = groups.length < 4 || bytes[start - 1] === bytes[groups[2]! - 1];
      if (!next || !sameSign) close();
      if (groups.length > 0) groups.push(start, at);
      // The last group may be shorter.
      if (groups.length > 0 && length < size) close();
      if (groups.length === 0 && length >= LENGTHS.least) {
        groups = [start, at];
        size = length;
      }
    } else if (groups.length > 0) close();
    start = at + 1;
  }
  close();
  return views;
}
