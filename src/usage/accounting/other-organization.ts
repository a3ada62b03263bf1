import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import type { Query } from '../endpoints.ts';
import { closedHistory } from '../history/closed-history.ts';
import { others, withOtherKey } from '../probes/isolation.ts';
import { askSummary, type Summary } from '../summary.ts';
import type { Accounts } from './endpoint-timeline.ts';
import { inLiveRange } from './live-totals.ts';
import { accounts } from './rounds.ts';

const OTHERS_BEFORE = answerKey<{ range: Query; summary: Summary }>('accounting/others-before');

/** Another organization's summary of these days before and after the run. */
export interface OtherOrganization {
  before: Summary;
  after: Summary;
  accounts: Accounts;
  /** Whether records of closed days show that these are two organizations. */
  areTwo: boolean;
}

/** The other organization's sums before anything was billed. */
export async function otherOrganizationBefore(
  context: CheckContext,
): Promise<{ range: Query; summary: Summary }> {
  const found = await context.usageNames();
  return context.shared(OTHERS_BEFORE, async (ask) => {
    const other = withOtherKey(ask);
    const { range, reading } = await inLiveRange(other, found, 'summary', (asked) =>
      askSummary(other, found.names, asked, "the other organization's sums of these days"),
    );
    return { range, summary: reading };
  });
}

/** The same after the run's completions were followed, and again when a violation is confirmed. */
export async function otherOrganization(context: CheckContext, ask: Requester): Promise<OtherOrganization> {
  const { range, summary: before } = await otherOrganizationBefore(context);
  const followed = await accounts(context);
  const { names } = await context.usageNames();
  const after = await askSummary(
    withOtherKey(ask),
    names,
    range,
    "the other organization's sums after the run",
  );
  return { before, after, accounts: followed, areTwo: await areTwo(context, ask) };
}

/** Whether no org_id of closed days is visible to both keys; false if unknown. */
async function areTwo(context: CheckContext, ask: Requester): Promise<boolean> {
  const whole = await orUndefined(closedHistory(context, ask));
  const theirs = whole && (await orUndefined(others(ask, whole)))?.organizations;
  if (!theirs || theirs.size === 0) return false;
  const own = whole.history.organizations;
  return own.size > 0 && [...theirs.keys()].every((id) => !own.has(id));
}
