import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { Inconclusive, type Undecidable } from '../../vocabulary/undecidable.ts';
import { baseline } from './baseline.ts';
import { growthByKind, type KindGrowth } from './counting-rules.ts';
import { notFollowed } from './endpoint-timeline.ts';
import { type LiveTotals, readLiveTotals } from './live-totals.ts';
import { accountsAgain } from './rounds.ts';

const SOURCE_LATER = answerKey<LiveTotals>('accounting/source-later');

/** The growth of the stats by source, and whether the source api was still growing at the end. */
export interface SourceGrowth extends KindGrowth {
  moving: boolean;
}

/** Whether records of another source grew while those of the source api lack requests of ours. */
export function grewElsewhere({ api, other, least }: KindGrowth): boolean {
  return api < least && other > 0n;
}

/**
 * The growth by source. If our usage seems to be elsewhere it is read again after the settle time: others may use
 * the organization, and their records hide that some of ours are delayed. Rejects with `Inconclusive` if the stats
 * could not be followed.
 */
export async function sourceGrowth(
  context: CheckContext,
  ask: Requester,
): Promise<SourceGrowth | Undecidable> {
  const seen = await accountsAgain(context, ask);
  const growth = growthByKind(seen);
  if (!growth) throw notFollowed(seen, 'stats');
  if (!grewElsewhere(growth)) return { ...growth, moving: false };
  const timeline = seen.timelines.find(({ endpoint }) => endpoint === 'stats')!;
  const { found } = await baseline(context);
  const last = await ask.shared(SOURCE_LATER, async (asking) => {
    if (!timeline.settled) await context.clock.sleep(context.settings.settleMs);
    return readLiveTotals(asking, found, 'stats', timeline.range);
  });
  const { twins } = last;
  if (twins) return new Inconclusive(twins, [last.exchange], 'usage/stats-one-record-each');
  const later = growthByKind({ ...seen, timelines: [{ ...timeline, last }] })!;
  return { ...later, moving: later.api !== growth.api };
}
