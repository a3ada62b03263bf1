import type { Finding, Judge } from '../../../vocabulary/check.ts';
import { breach } from '../../judge/finding.ts';
import { inWords, MEASURES, type Measure, minus, type Totals } from '../../measures.ts';
import { beyond, boundsOf, isShort } from '../bounds.ts';
import {
  type Accounts,
  type EndpointTimeline,
  endOf,
  reducedDay,
  since,
  uncertain,
} from '../endpoint-timeline.ts';
import { type OwnCompletion, subsets } from '../own-completions.ts';
import { closedWindows, type Window } from '../windows.ts';
import { type CountedKind, mayBeLate } from './explain.ts';
import { type MissingGrowth, missingGrowth } from './missing-growth.ts';
import { promptsOfStreams, wholeCounts } from './prompts-of-streams.ts';

/** All shortfalls, one for each endpoint that has one. */
export function growsByOurs(accounts: Accounts): MissingGrowth[] {
  return accounts.timelines
    .map((timeline) => missingGrowth(accounts, timeline))
    .filter((s) => s !== undefined);
}

/**
 * The usage of one kind of completion that an endpoint lacks (`undefined`: of no single kind). It is a violation
 * only if a later completion was counted and the totals were then stable; a warning if nothing of ten completions or
 * more was counted at the deadline, and others within `settleMs`.
 */
export function counts(kind: CountedKind | undefined, settleMs: number): Judge<Accounts> {
  return (accounts) => {
    const mine = growsByOurs(accounts).filter((s) => s.kind === kind);
    const [lead] = mine;
    if (!lead) return kind === 'streamed' ? promptsOfStreams(accounts) : [];
    const reduced = reducedDay(accounts);
    const decided = mine.some((s) => s.decided) && !reduced;
    const remembered = mine.every((s) => s.remembered);
    const told = [...Map.groupBy(mine, (s) => `${amounts(s.missing)} ${s.why}`).values()]
      .map((alike) => {
        const { missing, why } = alike[0]!;
        const endpoints = alike.map((s) => s.timeline.endpoint).join(', ');
        return `${amounts(missing)} missing from: ${endpoints} (${why})`;
      })
      .join('; ');
    const uncounted = decided || remembered || reduced ? undefined : wholeKind(mine, settleMs);
    const why = reduced
      ? `${told}; the usage of ${reduced} became smaller meanwhile, so someone else changes it`
      : decided || remembered
        ? told
        : `${told}; ${uncounted ?? 'possibly delayed, since no two later completions of this kind were counted'}`;
    const what = kind === undefined ? 'the usage of all completions' : `the usage of the ${kind} completions`;
    const { last, before } = lead.timeline;
    const as = decided ? undefined : uncounted ? 'warn' : 'inconclusive';
    const elsewhere = mine.flatMap((s) => (s.timeline.elsewhere ?? s.timeline.untilToday)?.exchange ?? []);
    return [
      breach(
        [last.exchange, before.exchange, ...elsewhere],
        'body, growth of the totals',
        `totals that grow by ${what}`,
        why,
        as,
      ),
    ];
  };
}

/** So many completions of a kind without any growth are reported. */
const WHOLE_KIND = 10;

/** That nothing of a whole kind was counted while others were, in words; undefined if there is no such kind. */
function wholeKind(mine: readonly MissingGrowth[], settleMs: number): string | undefined {
  const found = mine.find(
    ({ uncounted, timeline }) =>
      uncounted &&
      uncounted.completions >= WHOLE_KIND &&
      timeline.slowestMs <= settleMs &&
      uncounted.forMs > settleMs,
  );
  if (!found) return undefined;
  const { completions, forMs } = found.uncounted!;
  return `none of these ${completions} completions was counted within ${Math.round(forMs / 1000)} s, and others were within ${settleMs / 1000} s: a longer --settle decides whether they are late`;
}

const amounts = (totals: Totals) =>
  MEASURES.filter((m) => totals[m] > 0n)
    .map((m) => `${totals[m]} ${inWords(m)}`)
    .join(', ');

/** How to judge a run with more usage than was sent. */
export interface Sole {
  accounts: Accounts;
  /** The user states that no one else uses the organization. */
  exclusive: boolean;
}

/** The advice for a person: two concurrent runs count as other traffic for each other. */
const OTHERS =
  '; someone else may use the organization, perhaps another run with this key: use --exclusive to decide';

/** Totals grow by no more than was sent: there may be other traffic, unless the user excludes it. */
export const noMore: Judge<Sole> = ({ accounts, exclusive }) => {
  const findings: Finding[] = [];
  // An interrupted request may have been counted or not: then any number of requests may look like a multiple.
  const unsure = [...accounts.run, ...accounts.round].some((own) => own.outcome === 'maybe');
  for (const timeline of accounts.timelines) {
    const windows = excessive(accounts, timeline);
    const sure = windows.find((one) => stoodStill(accounts, timeline, one));
    const window = sure ?? windows[0];
    const times = multiple(accounts, timeline, 'total_tokens');
    // Rejected requests may count, and hide that every other one counts twice: the same multiple in both rounds
    // shows it.
    const tokens = window && beyond(window.growth, window.bounds).some((m) => m !== 'total_requests');
    const requests = !tokens && !unsure ? multiple(accounts, timeline, 'total_requests') : undefined;
    if (!window && !requests) continue;
    const told = window
      ? `${beyond(window.growth, window.bounds)
          .map((m) => `${window.growth[m]} ${inWords(m)} (at most ${window.bounds.most[m]} are ours)`)
          .join(', ')} ${window.name}`
      : 'requests';
    const twice = requests ?? times;
    const as = twice ? 'warn' : 'inconclusive';
    const why = twice ? `; ${twice} times ours, in both rounds` : exclusive ? '' : OTHERS;
    findings.push(
      breach(
        [timeline.last.exchange, timeline.before.exchange],
        'body, growth of the totals',
        'totals that grow by no more than the run used',
        `the ${timeline.endpoint} grew by ${told}${why}`,
        !requests && exclusive && (sure || (times && timeline.stillMs > 0)) ? undefined : as,
      ),
    );
  }
  return findings;
};

/**
 * Whether an endpoint was stable before the run for longer than the delay of a completion: otherwise earlier ones,
 * including the handshake's, may still be counted. A later window of the run begins correspondingly later.
 */
function stoodStill(
  { first }: Accounts,
  { stillMs, afterFirst, before }: EndpointTimeline,
  window?: Window,
): boolean {
  if (!afterFirst || first.length === 0) return stillMs > 0;
  const since = window?.earlier ? window.earlier.at - before.exchange.startedAt : 0;
  return stillMs > 0 && stillMs + since > afterFirst.exchange.startedAt - Math.max(...first.map(endOf));
}

/**
 * Measures in which an endpoint grew beyond our usage, whether earlier completions were already included or not.
 */
export function excess(accounts: Accounts, timeline: EndpointTimeline): Measure[] {
  const [window] = excessive(accounts, timeline);
  return window ? beyond(window.growth, window.bounds) : [];
}

/**
 * The windows in which an endpoint grew beyond our usage, the most informative first. Usage of an earlier
 * completion that was delayed into a later window is no excess: the whole run then has to exceed ours as well, or
 * everything earlier has to be included already.
 */
function excessive(accounts: Accounts, timeline: EndpointTimeline): Window[] {
  const early = uncertain(accounts, timeline);
  // Totals that were stable long enough before the run included all earlier requests.
  const allCounted = accounts.first.length > 0 && stoodStill(accounts, timeline);
  const windows = closedWindows(accounts, timeline, allCounted ? [] : early).filter(
    (window) => !allCounted || window.earlier || !isDelayedUsageSwap(window, early),
  );
  const whole = closedWindows(accounts, timeline, early).find(({ name }) => name === 'in the run')!;
  const over = beyond(whole.growth, whole.bounds);
  return windows.filter((window) => {
    const beyondOurs = beyond(window.growth, window.bounds);
    if (!window.earlier) return beyondOurs.length > 0;
    const { own, growth } = window.earlier;
    // Every completion has an output: growth by input alone is not a delayed completion.
    const nothingLate =
      (allIn(growth, own) && !standIn(window, growth, own, early)) ||
      (beyondOurs.includes('input_tokens') && !beyondOurs.includes('output_tokens'));
    return beyondOurs.some((m) => nothingLate || over.includes(m));
  });
}

/** Whether growth includes completions, as far as numbers can show. */
const allIn = (growth: Totals, own: readonly OwnCompletion[]): boolean =>
  wholeCounts(own).includes(growth.total_requests) &&
  !isShort(growth, boundsOf(own)) &&
  own.every(({ outcome }) => outcome !== 'maybe');

/**
 * Whether the excess of a window may be earlier completions that are delayed, or others in whose place those were
 * counted before.
 */
function standIn(
  { growth, bounds }: Window,
  before: Totals,
  own: readonly OwnCompletion[],
  early: readonly OwnCompletion[],
): boolean {
  const unsure = early.filter(({ outcome }) => outcome !== 'refused');
  if (unsure.length === 0 || allIn(before, [...own, ...unsure])) return false;
  const mostOf = [...own, ...unsure].map((one) => boundsOf([one]).most);
  return MEASURES.every((m) => {
    const most = bounds.most[m];
    if (most === undefined || growth[m] <= most) return true;
    const amounts = mostOf.map((one) => one[m]);
    if (amounts.includes(undefined)) return true;
    const largest = (amounts as bigint[]).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    return growth[m] - most <= largest.slice(0, unsure.length).reduce((sum, one) => sum + one, 0n);
  });
}

/** The integer multiple of our usage by which an endpoint grew in two rounds; undefined if there is none. */
function multiple(accounts: Accounts, timeline: EndpointTimeline, measure: Measure): bigint | undefined {
  const { afterFirst, afterRun, afterStream, afterRound, before } = timeline;
  if (!afterRound || !afterStream || accounts.round.length === 0) return undefined;
  const ours = (own: readonly OwnCompletion[]) =>
    measure === 'total_requests' ? wholeCounts(own) : [boundsOf(own).least[measure]];
  const times = (growth: Totals, own: readonly OwnCompletion[]) =>
    ours(own).map((least) =>
      least > 0n && growth[measure] % least === 0n ? growth[measure] / least : undefined,
    );
  const second = times(minus(afterRound.totals, afterStream.totals), accounts.round);
  const sent = since(afterFirst ? accounts.first : accounts.run, before);
  // Earlier requests may have been counted after the first reading.
  for (const early of subsets(uncertain(accounts, timeline))) {
    const first = times(minus((afterFirst ?? afterRun).totals, before.totals), [...sent, ...early]);
    const twice = first.find((one, i) => one !== undefined && one > 1n && one === second[i]);
    if (twice) return twice;
  }
  return undefined;
}

/**
 * Whether growth equals the delayed usage of some earlier completions plus that of some, or none, of a window's
 * own.
 */
export const isDelayedUsageSwap = ({ own, growth }: Window, early: readonly OwnCompletion[]): boolean =>
  subsets(early.filter(({ outcome }) => outcome !== 'refused')).some((came) => {
    const missing = minus(boundsOf([...own, ...came]).least, growth);
    if (came.length === 0 || MEASURES.some((m) => missing[m] < 0n)) return false;
    const out = own.filter(({ outcome }) => outcome !== 'refused');
    return MEASURES.every((m) => missing[m] === 0n) || mayBeLate(missing, out);
  });
