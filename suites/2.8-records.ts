import { PAGING, someRecords } from '../src/usage/history/closed-history.ts';
import { plainAnswer } from '../src/usage/history/plain-requests.ts';
import { hasAddress } from '../src/usage/judge/history.ts';
import { recordsCreatedBefore } from '../src/usage/judge/sweeps.ts';
import { recordsFromOffsets } from '../src/usage/probes/paging.ts';
import { readPage, STATS_SCHEMA } from '../src/usage/walk/page.ts';
import { snapshotOf } from '../src/usage/walk/snapshot-builder.ts';
import { fitting } from '../src/usage/walk/usable-records.ts';
import type { UsageSnapshot } from '../src/usage/walk/usage-snapshot.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { NotApplicable, skipped } from '../src/vocabulary/undecidable.ts';

/** The records without parameters: the latest ones are among them if a service shows these first. */
async function plainRecords(context: CheckContext, ask: Requester, member: string): Promise<UsageSnapshot> {
  const page = readPage(await plainAnswer(context, ask, 'stats'));
  if (page.records.length === 0) throw new NotApplicable('the organization has no usage');
  return fitting(snapshotOf([page], true), [member]);
}

/** Records from all queries, with a valid value of this member. */
const everywhere = (context: CheckContext, member: string) => [
  (ask: Requester) => plainRecords(context, ask, member),
  (ask: Requester) => someRecords(context, ask, [member]),
  async (ask: Requester) => {
    const paged = await recordsFromOffsets(context, ask);
    if (!paged) throw skipped('no page with an offset had records');
    return fitting(paged, [member]);
  },
];

const ANSWERING = ['path/stats'] as const;
const READABLE = [...PAGING, STATS_SCHEMA] as const;

/** Section 2.8, semantics: the content of records is plausible. */
export const checks: readonly Check[] = [
  {
    id: 'usage/stats-email',
    title: 'The e-mail address of a record is valid',
    clauses: ['2.8'],
    level: 'should',
    restsOn: ANSWERING,
    adaptsTo: READABLE,
    about:
      'Reads the records without parameters, and all records of closed days. Warns if an address is empty or has no @.',
    run: (context) => context.verifyEach(everywhere(context, 'email'), hasAddress),
  },
  {
    id: 'usage/stats-created-before-now',
    title: 'created_at of a record is not in the future',
    clauses: ['2.8'],
    level: 'should',
    restsOn: ANSWERING,
    adaptsTo: READABLE,
    about:
      'Compares created_at with the Date header, in the records of every answer. Warns if created_at is more than five minutes later, or fourteen hours if it has no offset.',
    // The rule for every answer finds a violation: here they are requested, and readable.
    run: (context) => context.verifyEach(everywhere(context, 'created_at'), () => []),
    sweeps: [recordsCreatedBefore],
  },
];
