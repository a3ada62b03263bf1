import { MEASURES, minus } from '../../measures.ts';
import { boundsOf } from '../bounds.ts';
import { type OwnCompletion, subsets } from '../own-completions.ts';
import type { Window } from '../windows.ts';
import { mayBeLate } from './explain.ts';

/**
 * Whether growth equals the delayed usage of some earlier completions plus that of some, or none, of a window's
 * own.
 */
export const isDelayedUsageSwap = ({ own, growth }: Window, early: readonly OwnCompletion[]): boolean =>
  subsets(early.filter(({ outcome }) => outcome !== 'refused')).some((came) => {
    const missing = minus(boundsOf([...own, ...came]).least, growth);
    if (came.length === 0 || MEASURES.some((m) => missing[m] < 0n)) return false;
    const out = own.filter(({ outcome }) => outcome !== 'refused');
    return MEASURES.every((m) => missing[m] === 0n) || mayBeLate(missing, out);
  });
