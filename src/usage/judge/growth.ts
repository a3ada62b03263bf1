import type { Finding, Judge } from '../../vocabulary/check.ts';
import { beyond, boundsOf } from '../accounting/bounds.ts';
import {
  type Accounts,
  all,
  type EndpointTimeline,
  grown,
  since,
  uncertain,
} from '../accounting/endpoint-timeline.ts';
import { inWords, MEASURES, type Measure, minus, type Totals } from '../measures.ts';
import { breach } from './finding.ts';
import { type CountedKind, type MissingGrowth, missingGrowth } from './missing-growth.ts';

/** All shortfalls, one for each endpoint that has one. */
export function growsByOurs(accounts: Accounts): MissingGrowth[] {
  return accounts.timelines
    .map((timeline) => missingGrowth(accounts, timeline))
    .filter((s) => s !== undefined);
}

/**
 * What an endpoint lacks of one kind of completion (`undefined`: of no single kind). It counts as a breach only when
 * a later completion was counted and the totals then stood still.
 */
export function counts(kind: CountedKind | undefined): Judge<Accounts> {
  return (accounts) => {
    const mine = growsByOurs(accounts).filter((s) => s.kind === kind);
    const [lead] = mine;
    if (!lead) return [];
    const decided = mine.some((s) => s.timeline.settled);
    const told = mine.map((s) => `${s.timeline.endpoint} lack ${amounts(s.missing)}, ${s.why}`).join('; ');
    const why = decided ? told : `${told}; no later completion was counted either, so it may only be late`;
    const what =
      kind === undefined
        ? 'what its completions reported as usage'
        : `what its ${kind} completions reported as usage`;
    const { last, before } = lead.timeline;
    const as = decided ? undefined : 'inconclusive';
    return [
      breach(
        [last.exchange, before.exchange],
        'body, growth of the totals',
        `the totals to grow by ${what}`,
        why,
        as,
      ),
    ];
  };
}

const amounts = (totals: Totals) =>
  MEASURES.filter((m) => totals[m] > 0n)
    .map((m) => `${totals[m]} ${inWords(m)}`)
    .join(', ');

/** How a run may be judged that shows more than was sent. */
export interface Sole {
  accounts: Accounts;
  /** The user says that nobody else uses the organization. */
  exclusive: boolean;
}

/** Totals grow by no more than was sent: others may be at work, unless the user says that nobody is. */
export const noMore: Judge<Sole> = ({ accounts, exclusive }) => {
  const findings: Finding[] = [];
  // What broke off may have been counted or not: then any number of requests may come out as a multiple.
  const unsure = [...accounts.run, ...accounts.round].some((own) => own.outcome === 'maybe');
  for (const timeline of accounts.timelines) {
    const more = excess(accounts, timeline);
    const times = multiple(accounts, timeline, 'total_tokens');
    // Refused requests may count, and hide that every other one counts twice: the same multiple in both rounds tells.
    const requests =
      more.length === 0 && !unsure ? multiple(accounts, timeline, 'total_requests') : undefined;
    if (more.length === 0 && !requests) continue;
    const growth = grown(timeline);
    const { most } = boundsOf([...all(accounts, timeline), ...uncertain(accounts, timeline)]);
    const told = requests
      ? 'requests'
      : more.map((m) => `${growth[m]} ${inWords(m)} where at most ${most[m]} are ours`).join(', ');
    const twice = requests ?? times;
    const expected = 'the totals to grow by no more than was sent';
    const actual = `${timeline.endpoint} grew by ${told}${twice ? `; twice ${twice} times ours` : ''}`;
    const as = twice ? 'warn' : 'inconclusive';
    const lowered = !requests && exclusive && timeline.stillBefore ? undefined : as;
    findings.push(
      breach(
        [timeline.last.exchange, timeline.before.exchange],
        'body, growth of the totals',
        expected,
        actual,
        lowered,
      ),
    );
  }
  return findings;
};

/** Measures in which an endpoint grew beyond ours, whether completions before its first reading were in it or not. */
export function excess(accounts: Accounts, timeline: EndpointTimeline) {
  return beyond(grown(timeline), boundsOf([...all(accounts, timeline), ...uncertain(accounts, timeline)]));
}

/** The whole multiple of ours by which an endpoint grew in both rounds; undefined when there is none. */
function multiple(accounts: Accounts, timeline: EndpointTimeline, measure: Measure): bigint | undefined {
  if (!timeline.afterRound || accounts.round.length === 0) return undefined;
  const times = (growth: Totals, least: Totals) => {
    const own = least[measure];
    return own > 0n && growth[measure] % own === 0n ? growth[measure] / own : undefined;
  };
  const first = times(
    minus(timeline.afterRun.totals, timeline.before.totals),
    boundsOf(since(accounts.run, timeline.before)).least,
  );
  const second = times(
    minus(timeline.afterRound.totals, timeline.afterRun.totals),
    boundsOf(accounts.round).least,
  );
  return first !== undefined && first === second && first > 1n ? first : undefined;
}
