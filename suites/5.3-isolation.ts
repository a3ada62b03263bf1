import { restingOn } from '../src/judge/rule.ts';
import { notInOtherOrganization } from '../src/usage/accounting/judge/other-organization.ts';
import { otherOrganization, otherOrganizationBefore } from '../src/usage/accounting/other-organization.ts';
import { FOLLOWING } from '../src/usage/accounting/unsound-endpoints.ts';
import { closedHistory, PAGING } from '../src/usage/history/closed-history.ts';
import { ownFewDays } from '../src/usage/judge/few-days.ts';
import { breach } from '../src/usage/judge/finding.ts';
import { ownCounts, ownWhenFiltered } from '../src/usage/judge/foreign.ts';
import { ownRows } from '../src/usage/judge/foreign-rows.ts';
import {
  type Foreign,
  keyDecides,
  organizationsAreSeparate,
  oursIn,
  ownOnly,
  ownUndated,
  ownUndatedSums,
  type UndatedRows,
} from '../src/usage/judge/isolation.ts';
import { TOTALS } from '../src/usage/measures.ts';
import { fewDays } from '../src/usage/probes/few-days.ts';
import { foreignCounts, foreignPages } from '../src/usage/probes/foreign.ts';
import { bothHistoriesUnchanged } from '../src/usage/probes/history-unchanged.ts';
import {
  foreignRows,
  othersRecords,
  othersSums,
  rowsByKey,
  undatedRows,
} from '../src/usage/probes/isolation.ts';
import { recordsNaming, sumsNaming, WAYS } from '../src/usage/probes/named-organization.ts';
import { undatedSums } from '../src/usage/probes/undated-sums.ts';
import type { Check, CheckContext, DoubtingJudge, FactName, Requester } from '../src/vocabulary/check.ts';
import { counted } from '../src/vocabulary/counted.ts';
import { BEFORE_COMPLETIONS } from './4-accounting.ts';

const SUMMARY_RANGES: readonly FactName[] = ['usage/summary-range', 'usage/summary-ranges-meet'];
/** If records are duplicated, sums that differ from theirs are not those of another organization. */
const ONCE: FactName = 'usage/stats-one-record-each';
const EXPORT_RANGES: readonly FactName[] = ['usage/export-range', 'usage/export-ranges-meet'];

/**
 * If pages are broken, so may be the reference records. If our own sums differ in one count, another may agree by
 * chance. Our usage is recognizable in theirs all the same.
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
    title: `Parameters and headers cannot select another organization (${endpoint})`,
    clauses: ['5.3', endpoint === 'summary' ? '4.3' : '4.4'],
    level: 'must',
    profile: 'standard',
    preconditions: ['other-organization-key'],
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    about: `Requests the ${endpoint} of closed days with our key, plainly and with the other organization's id under the usual parameter and header names. Sends each name alone if all names together are rejected. Passes on a rejection or an empty answer. Fails if a sum includes usage of that organization.`,
    run: (context) =>
      context.verifyEach(
        WAYS.map((where) => (ask: Requester) => sumsNaming(context, ask, endpoint, where)),
        keyDecides,
      ),
  }),
);

/** The sums that do not change: nothing waits for them while totals are pending. */
async function sumsOfClosedDays(context: CheckContext): Promise<void> {
  await othersSums(context, await closedHistory(context, context));
  const sums = [...(await fewDays(context, 'summary')), ...(await undatedSums(context, 'closed'))];
  await Promise.all(sums.map((gather) => gather(context)));
}

/** Usage is that of the key's organization, and of no other (5.3). */
export const checks: readonly Check[] = [
  {
    id: 'isolation/stats',
    title: 'Each organization sees only its own records',
    clauses: ['5.3'],
    level: 'must',
    preconditions: ['other-organization-key'],
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    about:
      'Requests closed days with both keys: plainly, by each known filter, with an offset, for two days that the other key just requested, and without dates. Fails if both see one org_id, three distinctive records that are identical, or a record of the other. If all answers are equal, requests a range with the other key that no request had before: inconclusive if it is equal too, since the keys may belong to one organization.',
    async run(context) {
      await context.verify((ask) => othersRecords(context, ask), organizationsAreSeparate);
      const filtered = await foreignPages(context);
      if (filtered.length > 0) await context.verifyEach(filtered, ownWhenFiltered);
    },
  },
  {
    id: 'isolation/summary',
    title: "The summary counts only the organization's own records",
    clauses: ['5.3', '4.3'],
    level: 'must',
    comparesHistory: bothHistoriesUnchanged,
    // After the last completion: open-ended sums grow with each.
    phase: 'late',
    baselines: [{ phase: 'accounting', adaptsTo: PAGING, read: sumsOfClosedDays }],
    preconditions: ['other-organization-key'],
    restsOn: ['isolation/stats', 'path/summary'],
    adaptsTo: [...PAGING, ...TOTALS, ...SUMMARY_RANGES, ONCE],
    about:
      "Requests the summary of closed days with the other organization's key. Fails if a count is not the sum of that organization's records and includes ours. Judges the counts in which our own summary is right, the users, models and providers, and the usage by source. Warns on a single small count, which may be chance. For a few days, without dates and with one date, fails if a key gets the usage of both organizations, or if both keys get the same.",
    async run(context) {
      await context.verify(
        (ask) => foreignCounts(context, ask),
        restingOn([ONCE, ...SUMMARY_RANGES], ownCounts),
      );
      const few = await fewDays(context, 'summary');
      if (few.length > 0)
        await context.verifyEach(few, restingOn([ONCE, ...PAGING, ...SUMMARY_RANGES], ownFewDays));
      const undated = await undatedSums(context);
      if (undated.length > 0) await context.verifyEach(undated, restingOn(SUMMARY_RANGES, ownUndatedSums));
      // Last, because it is inconclusive if the summary differs from the records, which usage of both may cause.
      await context.verify((ask) => foreignRows(context, ask, 'summary'), ownSums(SUMMARY_RANGES));
    },
  },
  {
    id: 'isolation/export',
    title: "The export has only the organization's own records",
    clauses: ['5.3', '4.4'],
    level: 'must',
    comparesHistory: bothHistoriesUnchanged,
    preconditions: ['other-organization-key'],
    restsOn: ['isolation/stats', 'usage/export-is-csv'],
    adaptsTo: [...PAGING, ...TOTALS, ...EXPORT_RANGES, ONCE],
    about:
      "Requests the export of closed days with both keys. Fails if a row has an org_id of the other organization, or three rows the users and counts of records that only the other key is shown. Fails if a count is not that of the key's records and includes ours. Judges the counts in which our own export is right. For a few days, without dates and with one date, fails if the rows include the usage of both organizations.",
    async run(context) {
      await context.verifyEach(rowsByKey(context), ownRows);
      const few = await fewDays(context, 'export');
      if (few.length > 0)
        await context.verifyEach(few, restingOn([ONCE, ...PAGING, ...EXPORT_RANGES], ownFewDays));
      const undated = await undatedRows(context);
      const own = restingOn(EXPORT_RANGES, (rows: UndatedRows | undefined) => (rows ? ownUndated(rows) : []));
      if (undated.length > 0) await context.verifyEach(undated, own);
      // Last, because it is inconclusive if the export differs from the records, which rows of both organizations may cause.
      await context.verify((ask) => foreignRows(context, ask, 'export'), ownSums(EXPORT_RANGES));
    },
  },
  {
    id: 'isolation/organization-by-key-alone',
    title: 'Parameters and headers cannot select another organization (stats)',
    clauses: ['5.3'],
    level: 'must',
    preconditions: ['other-organization-key'],
    restsOn: ['path/stats'],
    adaptsTo: PAGING,
    about:
      "Requests the stats with our key and the other organization's id under the usual parameter and header names. Sends each name alone if all names together are rejected. Passes on a rejection. Fails on a record of that organization.",
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
                  "only records of the key's organization",
                  `${counted(foreign, 'record')} of the other organization`,
                ),
              ],
      ),
  },
  ...named,
  {
    id: 'isolation/others-before',
    title: "The other organization's usage totals before the first billed request",
    clauses: ['5.3'],
    level: 'open',
    phase: 'first',
    preconditions: ['other-organization-key'],
    about: "Requests the summary of a few days around now with the other organization's key, as a baseline.",
    async run(context) {
      const { summary } = await otherOrganizationBefore(context);
      context.observe('isolation-others', 'read', summary.exchange);
    },
  },
  {
    id: 'isolation/completions',
    baselines: [...BEFORE_COMPLETIONS, { phase: 'first', read: otherOrganizationBefore }],
    title: "Completions are recorded for the key's own organization",
    clauses: ['5.3'],
    level: 'must',
    phase: 'late',
    preconditions: ['other-organization-key'],
    restsOn: ['path/summary'],
    adaptsTo: FOLLOWING,
    about:
      "Compares the growth of the other organization's totals with the usage that ours lack after the run. Fails if they are equal to the token: the completions were recorded for the wrong organization. Fails if they equal all our growth and the records show two organizations: they were recorded for both.",
    run: (context) => context.verify((ask) => otherOrganization(context, ask), notInOtherOrganization),
  },
];
