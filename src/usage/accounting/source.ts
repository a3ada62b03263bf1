import { type Asking, type Interview, Undecided } from '../../check.ts';
import { baseline } from './baseline.ts';
import { growthByKind, type KindGrowth } from './habits.ts';
import { readLive } from './reading.ts';
import { soundAgain } from './sound.ts';

/** By which sources the stats grew, and whether those of the source api were still growing at the end. */
export interface SourceGrowth extends KindGrowth {
  moving: boolean;
}

/** Whether records of another source grew while those of the source api lack requests of ours. */
export function isElsewhere({ api, other, least }: KindGrowth): boolean {
  return api < least && other > 0n;
}

/**
 * The growth by source. Where ours seem to be elsewhere it is read once more after the settle time: others may use the
 * organization, and their records hide that some of ours are still on their way.
 */
export async function sourceGrowth(t: Interview, ask: Asking): Promise<SourceGrowth | undefined> {
  const seen = await soundAgain(t, ask);
  const growth = growthByKind(seen);
  if (!growth || !isElsewhere(growth)) return growth && { ...growth, moving: false };
  const track = seen.tracks.find(({ endpoint }) => endpoint === 'stats')!;
  const { found } = await baseline(t);
  const last = await ask.shared('accounting/source-later', async (asking) => {
    await t.clock.sleep(t.settings.settleMs);
    return readLive(asking, found, 'stats', track.range);
  });
  const { twins } = last;
  if (twins) throw new Undecided(twins, [last.exchange], 'usage/stats-one-record-each');
  const later = growthByKind({ ...seen, tracks: [{ ...track, last }] })!;
  return { ...later, moving: later.api !== growth.api };
}
