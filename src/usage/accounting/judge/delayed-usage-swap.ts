import { MEASURES, minus } from '../../measures.ts';
import { boundsOf } from '../bounds.ts';
import type { OwnCompletion } from '../own-completions.ts';
import { subsets } from '../subsets.ts';
import type { Window } from '../windows.ts';
import { mayBeLate } from './explain.ts';

/**
 * Whether growth is just what it is where some of the earlier completions are counted late, and some of a window's
 * own, or none, are not counted yet.
 */
export const isDelayedUsageSwap = ({ own, growth }: Window, early: readonly OwnCompletion[]): boolean =>
  subsets(early.filter(({ outcome }) => outcome !== 'refused')).some((came) => {
    const missing = minus(boundsOf([...own, ...came]).least, growth);
    if (came.length === 0 || MEASURES.some((m) => missing[m] < 0n)) return false;
    const out = own.filter(({ outcome }) => outcome !== 'refused');
    return MEASURES.every((m) => missing[m] === 0n) || mayBeLate(missing, out);
  });
