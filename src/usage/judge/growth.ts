import type { Finding, Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { beyond, boundsOf, isShort } from '../accounting/bounds.ts';
import {
  type Accounts,
  type EndpointTimeline,
  endOf,
  since,
  uncertain,
} from '../accounting/endpoint-timeline.ts';
import type { OwnCompletion } from '../accounting/own-completions.ts';
import { subsets } from '../accounting/subsets.ts';
import { closedWindows, type Window } from '../accounting/windows.ts';
import { inWords, MEASURES, type Measure, minus, type Totals } from '../measures.ts';
import { cameInPlace } from './came-in-place.ts';
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
    if (!lead) return kind === 'streamed' ? promptsOfStreams(accounts) : [];
    const decided = mine.some((s) => s.decided);
    const remembered = mine.every((s) => s.remembered);
    const told = mine
      .map((s) => `missing from the ${s.timeline.endpoint}: ${amounts(s.missing)} (${s.why})`)
      .join('; ');
    const why =
      decided || remembered
        ? told
        : `${told}; possibly delayed, since no two later completions of this kind were counted`;
    const what = kind === undefined ? 'the usage of all completions' : `the usage of the ${kind} completions`;
    const { last, before } = lead.timeline;
    const as = decided ? undefined : 'inconclusive';
    const elsewhere = mine.flatMap((s) => s.timeline.elsewhere?.exchange ?? []);
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

/** A completion that is counted within this time after its end is not counted late. Milliseconds. */
const SOON_MS = 5_000;

/**
 * The input of a stream that does not tell what it used, held against what the same request told that was not streamed.
 * Input may be booked apart where it was remembered: a warning at most.
 */
function promptsOfStreams({ timelines, run, stream, round }: Accounts): Finding[] {
  const [own] = stream;
  if (!own || stream.length !== 1 || own.outcome !== 'success' || own.usage) return [];
  const twin = round.find((o) => o.usage && promptOf(o.exchange) === promptOf(own.exchange));
  const most = boundsOf(round).most.total_tokens;
  const short = timelines.find(({ before, afterStream, afterRun, afterRound }) => {
    if (!twin || !afterStream || !afterRound || most === undefined) return false;
    // A stream of the run that is counted late would be taken for this one.
    const counted = minus(afterRun.totals, before.totals).total_requests;
    if (!wholeCounts(since(run, before)).includes(counted)) return false;
    // Where counting lags, another one may have come instead.
    if (afterStream.exchange.startedAt - endOf(own) > SOON_MS) return false;
    // What came only with the round was late, or is another's.
    if (minus(afterRound.totals, afterStream.totals).total_tokens !== most) return false;
    return minus(afterStream.totals, afterRun.totals).input_tokens < twin.usage!.input;
  });
  if (!twin || !short?.afterStream) return [];
  const { input_tokens: input } = minus(short.afterStream.totals, short.afterRun.totals);
  const expected = 'equal prompt tokens for a stream and the same request unstreamed';
  const actual = `the ${short.endpoint} grew by ${input} input tokens, and the unstreamed completion reported ${twin.usage!.input}`;
  const exchanges = [short.afterStream.exchange, twin.exchange, own.exchange] as const;
  return [breach(exchanges, 'body, growth of the totals', expected, actual, 'warn')];
}

/** How many requests all successes may count as: one each, or one a choice. */
function wholeCounts(own: readonly OwnCompletion[]): bigint[] {
  const successes = own.filter(({ outcome }) => outcome === 'success');
  return [BigInt(successes.length), successes.reduce((sum, { choices }) => sum + BigInt(choices), 0n)];
}

/** The messages of a request as they were sent. */
const promptOf = ({ request }: Exchange): string =>
  /"messages":\[\{.*?\}\]/s.exec(new TextDecoder().decode(request.body))?.[0] ?? '';

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

/** What a person can do about it: two runs at once see each other as somebody else. */
const OTHERS =
  '; someone else may use the organization, perhaps another run with this key: use --exclusive to decide';

/** Totals grow by no more than was sent: others may be at work, unless the user says that nobody is. */
export const noMore: Judge<Sole> = ({ accounts, exclusive }) => {
  const findings: Finding[] = [];
  // What broke off may have been counted or not: then any number of requests may come out as a multiple.
  const unsure = [...accounts.run, ...accounts.round].some((own) => own.outcome === 'maybe');
  for (const timeline of accounts.timelines) {
    const windows = excessive(accounts, timeline);
    const sure = windows.find((one) => stoodStill(accounts, timeline, one));
    const window = sure ?? windows[0];
    const times = multiple(accounts, timeline, 'total_tokens');
    // Refused requests may count, and hide that every other one counts twice: the same multiple in both rounds tells.
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
 * Whether an endpoint stood still before the run for longer than it takes to count a completion here: otherwise earlier
 * ones, the handshake's too, may still arrive. A later window of the run begins as much later.
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

/** Measures in which an endpoint grew beyond ours, whether completions before its first reading were in it or not. */
export function excess(accounts: Accounts, timeline: EndpointTimeline): Measure[] {
  const [window] = excessive(accounts, timeline);
  return window ? beyond(window.growth, window.bounds) : [];
}

/**
 * The windows in which an endpoint grew beyond ours, the one that tells most first. What an earlier completion left late in a
 * later window is no excess: there the whole run has to be beyond ours as well, or everything earlier has to have been in.
 */
function excessive(accounts: Accounts, timeline: EndpointTimeline): Window[] {
  const early = uncertain(accounts, timeline);
  // What stood still for long enough before the run had counted all that was sent earlier.
  const allCounted = accounts.first.length > 0 && stoodStill(accounts, timeline);
  const windows = closedWindows(accounts, timeline, allCounted ? [] : early).filter(
    (window) => !allCounted || window.earlier || !cameInPlace(window, early),
  );
  const whole = closedWindows(accounts, timeline, early).find(({ name }) => name === 'in the run')!;
  const over = beyond(whole.growth, whole.bounds);
  return windows.filter((window) => {
    const beyondOurs = beyond(window.growth, window.bounds);
    if (!window.earlier) return beyondOurs.length > 0;
    const { own, growth } = window.earlier;
    // Every completion has an output: what grew by input alone is none that came late.
    const nothingLate =
      (allIn(growth, own) && !standIn(window, growth, own, early)) ||
      (beyondOurs.includes('input_tokens') && !beyondOurs.includes('output_tokens'));
    return beyondOurs.some((m) => nothingLate || over.includes(m));
  });
}

/** Whether completions are in a growth, as far as numbers can tell. */
const allIn = (growth: Totals, own: readonly OwnCompletion[]): boolean =>
  wholeCounts(own).includes(growth.total_requests) &&
  !isShort(growth, boundsOf(own)) &&
  own.every(({ outcome }) => outcome !== 'maybe');

/**
 * Whether what a window has too much may be completions from before the first reading that are counted late, or as many
 * others, for which those stand in what was counted before the window.
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

/** The whole multiple of ours by which an endpoint grew in two rounds; undefined when there is none. */
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
  // What was sent before the first reading may have been counted after it.
  for (const early of subsets(uncertain(accounts, timeline))) {
    const first = times(minus((afterFirst ?? afterRun).totals, before.totals), [...sent, ...early]);
    const twice = first.find((one, i) => one !== undefined && one > 1n && one === second[i]);
    if (twice) return twice;
  }
  return undefined;
}
