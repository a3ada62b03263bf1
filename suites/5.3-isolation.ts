import { restingOn } from '../src/judge/resting-on.ts';
import { otherOrganization, otherOrganizationBefore } from '../src/usage/accounting/other-organization.ts';
import { FOLLOWING } from '../src/usage/accounting/unsound-endpoints.ts';
import { PAGING } from '../src/usage/closed-history.ts';
import { ownFewDays } from '../src/usage/judge/few-days.ts';
import { breach } from '../src/usage/judge/finding.ts';
import { ownCounts, ownWhenFiltered } from '../src/usage/judge/foreign.ts';
import {
  apart,
  type Foreign,
  keyDecides,
  oursIn,
  ownOnly,
  ownUndated,
  ownUndatedSums,
  type UndatedRows,
} from '../src/usage/judge/isolation.ts';
import { notInOtherOrganization } from '../src/usage/judge/other-organization.ts';
import { fewDays } from '../src/usage/probes/few-days.ts';
import { foreignCounts, foreignPages } from '../src/usage/probes/foreign.ts';
import { foreignRows, othersRecords, undatedRows } from '../src/usage/probes/isolation.ts';
import { recordsNaming, sumsNaming, WAYS } from '../src/usage/probes/named-organization.ts';
import { undatedSums } from '../src/usage/probes/undated-sums.ts';
import { TOTALS } from '../src/usage/reconcile/check-ids.ts';
import type { Check, DoubtingJudge, FactName, Requester } from '../src/vocabulary/check.ts';
import { counted } from '../src/vocabulary/counted.ts';
import { BEFORE_COMPLETIONS } from './4-accounting.ts';

const SUMMARY_RANGES: readonly FactName[] = ['usage/summary-range', 'usage/summary-ranges-meet'];
/** Where records come twice, sums that differ from theirs are not another organization's. */
const ONCE: FactName = 'usage/stats-one-record-each';
const EXPORT_RANGES: readonly FactName[] = ['usage/export-range', 'usage/export-ranges-meet'];

/**
 * Where pages are broken, so may be the records that sums are held against, and where our own sums differ in one count, another
 * may agree by chance: ours are seen in theirs all the same.
 */
function ownSums(ranges: readonly FactName[]): DoubtingJudge<Foreign> {
  return (foreign) => {
    const facts = [ONCE, ...ranges, ...(oursIn(foreign).length > 0 ? [] : [...PAGING, ...TOTALS])];
    return restingOn(facts, ownOnly)(foreign);
  };
}

const named = (['summary', 'export'] as const).map(
  (endpoint): Check => ({
    id: `isolation/${endpoint}-by-key-alone`,
    title: `A parameter or header that names another organization does not change whose usage the ${endpoint} counts`,
    clauses: ['5.3', endpoint === 'summary' ? '4.3' : '4.4'],
    level: 'must',
    profile: 'standard',
    preconditions: ['other-organization-key'],
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    about: `Asks for the ${endpoint} of closed days with our key, plainly, and with the other organization's id under the usual names of parameters, and of headers; where all names at once are refused, under each alone. A sum in which that organization's usage is counted fails; a refusal, or nothing at all, is right too.`,
    run: (context) =>
      context.verifyEach(
        WAYS.map((where) => (ask: Requester) => sumsNaming(context, ask, endpoint, where)),
        keyDecides,
      ),
  }),
);

/** Usage is that of the key's organization, and of no other (5.3). */
export const checks: readonly Check[] = [
  {
    id: 'isolation/stats',
    title: 'Each organization sees its own records only',
    clauses: ['5.3'],
    level: 'must',
    preconditions: ['other-organization-key'],
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    about:
      'Asks for closed days with both keys, plainly, by each filter that has a name, behind the first records, for two days that the other key asked for just before, and without dates. An org_id that both see fails, and so do three records with counts of their own that say the same to both, and a record of the one that comes to the other in any of these ways; when everything is the same, the keys may belong to one organization and nothing is decided.',
    async run(context) {
      await context.verify((ask) => othersRecords(context, ask), apart);
      const filtered = await foreignPages(context);
      if (filtered.length > 0) await context.verifyEach(filtered, ownWhenFiltered);
    },
  },
  {
    id: 'isolation/summary',
    title: "The summary counts the organization's own records only",
    clauses: ['5.3', '4.3'],
    level: 'must',
    // After the last completion: sums that know no end grow with each.
    phase: 'late',
    preconditions: ['other-organization-key'],
    restsOn: ['isolation/stats', 'path/summary'],
    adaptsTo: [...PAGING, ...TOTALS, ...SUMMARY_RANGES, ONCE],
    about:
      "Asks for the summary of closed days with the other organization's key. It must be the sum of that organization's records, and not include ours, in each count in which our own agrees. So it is with the users, models and providers that it counts, and with its usage by source; a single small count that is ours may be chance, and warns. For a few days alone, without dates, and with one of them alone, neither key may be told what both have, nor both the same.",
    async run(context) {
      await context.verify((ask) => foreignRows(context, ask, 'summary'), ownSums(SUMMARY_RANGES));
      await context.verify(
        (ask) => foreignCounts(context, ask),
        restingOn([ONCE, ...SUMMARY_RANGES], ownCounts),
      );
      const few = await fewDays(context, 'summary');
      if (few.length > 0)
        await context.verifyEach(few, restingOn([ONCE, ...PAGING, ...SUMMARY_RANGES], ownFewDays));
      const undated = await undatedSums(context);
      if (undated.length > 0) await context.verifyEach(undated, restingOn(SUMMARY_RANGES, ownUndatedSums));
    },
  },
  {
    id: 'isolation/export',
    title: "The export has the organization's own records only",
    clauses: ['5.3', '4.4'],
    level: 'must',
    preconditions: ['other-organization-key'],
    restsOn: ['isolation/stats', 'usage/export-is-csv'],
    adaptsTo: [...PAGING, ...TOTALS, ...EXPORT_RANGES, ONCE],
    about:
      "Asks for the export of closed days with the other organization's key. Its rows must come to that organization's records, and not include ours, in each count in which our own agree. In an export of a few days, and in ours without dates, and with one of them alone, no days may come to what both have together.",
    async run(context) {
      await context.verify((ask) => foreignRows(context, ask, 'export'), ownSums(EXPORT_RANGES));
      const few = await fewDays(context, 'export');
      if (few.length > 0)
        await context.verifyEach(few, restingOn([ONCE, ...PAGING, ...EXPORT_RANGES], ownFewDays));
      const undated = await undatedRows(context);
      const own = restingOn(EXPORT_RANGES, (rows: UndatedRows | undefined) => (rows ? ownUndated(rows) : []));
      if (undated.length > 0) await context.verifyEach(undated, own);
    },
  },
  {
    id: 'isolation/organization-by-key-alone',
    title: 'A parameter or header that names another organization does not change whose usage is shown',
    clauses: ['5.3'],
    level: 'must',
    preconditions: ['other-organization-key'],
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    about:
      "Asks for the stats with our key and the other organization's id under the usual names of parameters, and of headers; where all names at once are refused, under each alone. A record of that organization fails; refusing them is right too.",
    run: (context) =>
      context.verifyEach(
        WAYS.map((where) => (ask: Requester) => recordsNaming(context, ask, where)),
        ({ exchange, foreign }) =>
          foreign === 0
            ? []
            : [
                breach(
                  exchange,
                  'body',
                  "records of the key's organization only",
                  `${counted(foreign, 'record')} of the other one`,
                ),
              ],
      ),
  },
  ...named,
  {
    id: 'isolation/others-before',
    title: "What the other organization's totals of these days are before anything is billed",
    clauses: ['5.3'],
    level: 'open',
    phase: 'first',
    preconditions: ['other-organization-key'],
    about:
      "Reads the summary of a few days around now with the other organization's key, to see later whether our completions went there.",
    async run(context) {
      const { summary } = await otherOrganizationBefore(context);
      context.observe('isolation-others', 'read', summary.exchange);
    },
  },
  {
    id: 'isolation/completions',
    baselines: [...BEFORE_COMPLETIONS, { phase: 'first', read: otherOrganizationBefore }],
    title: "Completions are counted for the key's own organization",
    clauses: ['5.3'],
    level: 'must',
    phase: 'late',
    preconditions: ['other-organization-key'],
    restsOn: ['path/summary'],
    adaptsTo: FOLLOWING,
    about:
      "Compares the growth of the other organization's totals with what ours lack after the run's completions. When they agree to the token, the completions were counted for the wrong organization; when it is all that ours grew by, and records show two organizations, for both.",
    run: (context) => context.verify((ask) => otherOrganization(context, ask), notInOtherOrganization),
  },
];
