import { showsNoMore } from '../src/usage/csv/columns-by-value.ts';
import { PAGING } from '../src/usage/history/closed-history.ts';
import { comparedMembersFit } from '../src/usage/history/compared-history.ts';
import { inWords, MEASURES, type Measure, totalsCheck } from '../src/usage/measures.ts';
import { closedHistoryUnchanged } from '../src/usage/probes/history-unchanged.ts';
import { sameCause, sameTotal } from '../src/usage/reconcile/same-total.ts';
import {
  differs,
  isBecauseOfRecords,
  reconciliation,
  summaryAgainstExport,
} from '../src/usage/reconcile/totals.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { attempt, Inconclusive, type Undecidable } from '../src/vocabulary/undecidable.ts';

/** The three usage endpoints against each other (2.8, 2.9, 4.4): one check for each of the four counts. */
export const checks: readonly Check[] = [
  ...MEASURES.map(
    (measure): Check => ({
      id: totalsCheck(measure),
      title: `Stats, summary and export agree on ${inWords(measure)}`,
      clauses: ['2.9', '2.8', '4.4'],
      level: 'must',
      comparesHistory: closedHistoryUnchanged,
      adaptsTo: [...PAGING, 'usage/stats-range'],
      about: `Adds up the ${inWords(measure)} of all records and all exported rows of closed days, and compares them with the summary of the same days. Ignores differences at day boundaries that a time zone explains. Compares summary and export with each other if the stats cannot be added up. Fails on a difference, and names the smallest slice that has it.`,
      async run(context) {
        const undecided = await attempt(besideRecords(context, measure));
        if (!isBecauseOfRecords(undecided)) return undecided;
        const gather = (ask: Requester) => summaryAgainstExport(context, ask, measure, undecided);
        const found = await context.verify(gather, sameTotal(measure));
        // Their agreement says nothing about the records.
        return sameTotal(measure)(found).length === 0 ? undecided : undefined;
      },
    }),
  ),
];

async function besideRecords(context: CheckContext, measure: Measure): Promise<Undecidable | undefined> {
  await comparedMembersFit(context, [measure]);
  const result = await context.verify(async (ask) => {
    const totals = await reconciliation(context, ask);
    // If two of the three agree, the range of the records is not the cause for the third.
    if (
      totals.against === 'stats' &&
      !context.holds('usage/stats-range') &&
      totals.parties.every((party) => differs(totals.readings, party, measure))
    ) {
      const why = 'the records do not match the date range';
      return new Inconclusive(
        why,
        totals.parties.map((party) => party.exchange),
        'usage/stats-range',
      );
    }
    const cause = sameCause(totals, measure);
    if (cause) {
      const exchanges = totals.parties.map((party) => party.exchange);
      return new Inconclusive(
        `${totalsCheck(cause)} reports the same difference`,
        exchanges,
        totalsCheck(cause),
      );
    }
    return totals;
  }, sameTotal(measure));
  for (const { name, why, blockedBy } of result.leftOut) {
    // If the other one was compared, the check that says why this one could not be is enough.
    if (blockedBy && result.parties.length > 0) continue;
    return new Inconclusive(`the ${name} could not be compared: ${why}`, [], blockedBy);
  }
  const unknown = result.parties.find((party) => party.totals[measure] === undefined);
  if (unknown?.name === 'summary')
    return new Inconclusive(
      `the summary shows no ${inWords(measure)}`,
      [unknown.exchange],
      'usage/summary-schema',
    );
  if (unknown && !(result.export && showsNoMore(result.export))) {
    return new Inconclusive(
      `no column of the export is known to hold the ${inWords(measure)}: name it under "usage", "columns" in the file of --target`,
      [unknown.exchange],
    );
  }
  return undefined;
}
