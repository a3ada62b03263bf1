import { type Check, Undecided } from '../src/check.ts';
import { sameCause, sameTotal } from '../src/judge/usage/totals.ts';
import { inWords, MEASURES } from '../src/usage/measures.ts';
import { totalsCheck } from '../src/usage/reconcile/check-ids.ts';
import { showsNoMore } from '../src/usage/reconcile/columns-by-value.ts';
import { reconciliation } from '../src/usage/reconcile/totals.ts';

/** The three usage endpoints against each other (2.8, 2.9, 4.4): one check for each of the four counts. */
export const checks: readonly Check[] = MEASURES.map(
  (measure): Check => ({
    id: totalsCheck(measure),
    title: `Stats, summary and export come to the same ${inWords(measure)}`,
    clauses: ['2.9', '2.8', '4.4'],
    level: 'must',
    needs: [
      'usage/stats-is-array',
      'usage/stats-record-schema',
      'usage/stats-pages-tile',
      'usage/stats-range',
    ],
    about: `Adds up the ${inWords(measure)} of all records and of all exported rows of closed days, and compares them with the summary of the same days. A difference fails, and names the smallest slice in which it lies; what days at the edges explain does not.`,
    async run(t) {
      const result = await t.verify(async (ask) => {
        const totals = await reconciliation(t, ask);
        const cause = sameCause(totals, measure);
        if (cause) {
          const exchanges = totals.parties.map((party) => party.exchange);
          throw new Undecided(
            `what differs here shows in ${totalsCheck(cause)}`,
            exchanges,
            totalsCheck(cause),
          );
        }
        return totals;
      }, sameTotal(measure));
      for (const { name, why, culprit } of result.leftOut) {
        throw new Undecided(`the ${name} could not be compared: ${why}`, [], culprit);
      }
      const unknown = result.parties.find((party) => party.totals[measure] === undefined);
      if (unknown && !(result.export && showsNoMore(result.export))) {
        throw new Undecided(
          `no column of the export is known to hold the ${inWords(measure)}: name it under "usageNames", "columns" with --target`,
          [unknown.exchange],
        );
      }
    },
  }),
);
