import type { Asking, Interview } from '../../check.ts';
import { usageNames } from '../discovery/discover.ts';
import type { Query } from '../endpoints.ts';
import { withOtherKey } from '../probes/isolation.ts';
import { askSummary, type Summary } from '../summary.ts';
import { liveRange } from './reading.ts';
import { sound } from './sound.ts';
import type { Accounts } from './tracks.ts';

/** What another organization's summary of these days says before and after the run. */
export interface Elsewhere {
  before: Summary;
  after: Summary;
  accounts: Accounts;
}

/** The other organization's sums before anything was billed. */
export async function othersBefore(t: Interview): Promise<{ range: Query; summary: Summary }> {
  const { names, ...found } = await usageNames(t);
  return t.shared('accounting/others-before', async (ask) => {
    const other = withOtherKey(ask);
    const range = await liveRange(other, { names, ...found }, 'summary');
    return {
      range,
      summary: await askSummary(other, names, range, "the other organization's sums of these days"),
    };
  });
}

/** The same after the run's completions were followed, and once more when a breach is confirmed. */
export async function elsewhere(t: Interview, ask: Asking): Promise<Elsewhere> {
  const { range, summary: before } = await othersBefore(t);
  const accounts = await sound(t);
  const { names } = await usageNames(t);
  const after = await askSummary(
    withOtherKey(ask),
    names,
    range,
    "the other organization's sums after the run",
  );
  return { before, after, accounts };
}
