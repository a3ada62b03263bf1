import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../../vocabulary/exchange.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { minus } from '../measures.ts';
import { type Baseline, baseline } from './baseline.ts';
import { boundsOf, isShort, shortBy } from './bounds.ts';
import { lateDeadlineMs } from './delayed-completions.ts';
import {
  type Accounts,
  all,
  before,
  begin,
  type EndpointTimeline,
  endOf,
  grown,
  since,
} from './endpoint-timeline.ts';
import { firstWindow } from './first.ts';
import { type LiveEndpoint, readLiveTotals } from './live-totals.ts';
import { markOf } from './mark.ts';
import { type OwnCompletion, ownCompletion } from './own-completions.ts';
import { round, streamAlone } from './requests.ts';
import { settle, type Waiting } from './settle.ts';
import { trial } from './trial.ts';
import { withoutUnsound } from './unsound-endpoints.ts';
import { windowsShort } from './windows.ts';

const ROUNDS = answerKey<Accounts>('accounting/rounds');
const AGAIN = answerKey<Accounts>('accounting/again');
const REFUSED = answerKey<Exchange>('accounting/refused');

/**
 * Follows the totals after the run's completions, once per run. Endpoints with wrong sums on closed days are
 * excluded: their growth cannot be correct either, and the check of totals reports them.
 */
export async function accounts(context: CheckContext): Promise<Accounts> {
  const start = await baseline(context);
  const first = await firstWindow(context);
  return context.shared(ROUNDS, async (ask) => {
    const { timelines, leftOut } = await withoutUnsound(context, begin(start.before));
    for (const timeline of timelines) {
      timeline.afterFirst = first.after[timeline.endpoint];
      timeline.slowestMs = first.slowestMs[timeline.endpoint] ?? 0;
    }
    const result: Accounts = {
      timelines,
      leftOut: [...start.leftOut, ...leftOut],
      run: context.ownCompletions().map((exchange) => ownCompletion(exchange, context.reasoningModel)),
      first: first.own,
      stream: [],
      round: [],
      steps: [],
    };
    return timelines.length === 0 ? result : follow(context, ask, start, first.behind, result);
  });
}

/** The same totals read again, to confirm a violation. */
export async function accountsAgain(context: CheckContext, ask: Requester): Promise<Accounts> {
  const first = await accounts(context);
  if (ask.round === 1) return first;
  const { found } = await baseline(context);
  return ask.shared(AGAIN, async (asking) => {
    await context.clock.sleep(Math.min(context.settings.settleMs, 5_000));
    const timelines: EndpointTimeline[] = [];
    for (const timeline of first.timelines) {
      timelines.push({
        ...timeline,
        last: await readLiveTotals(asking, found, timeline.endpoint, timeline.range),
      });
    }
    return { ...first, timelines };
  });
}

async function follow(
  context: CheckContext,
  ask: Requester,
  { found }: Baseline,
  late: readonly LiveEndpoint[],
  result: Accounts,
): Promise<Accounts> {
  const { timelines, run } = result;
  let watched = withoutLate(timelines, late);
  const ended = Math.max(0, ...run.map(endOf));
  const own = (timeline: EndpointTimeline) => waitedFor(result, timeline);
  const wait = async (
    name: string,
    from: (timeline: EndpointTimeline) => EndpointTimeline['last'],
    mine: (timeline: EndpointTimeline) => OwnCompletion[],
    since: number,
    lacking?: Waiting['lacking'],
  ) => {
    const behind = await settle(context, ask, found, {
      name,
      timelines: watched,
      from: (timeline) => from(timeline).totals,
      own: mine,
      until: since + context.settings.settleDeadlineMs,
      ...(lacking && { lacking }),
    });
    watched = watched.filter((timeline) => !behind.includes(timeline));
  };
  const lackedFirst = (timeline: EndpointTimeline) =>
    timeline.afterFirst &&
    shortBy(
      minus(timeline.afterFirst.totals, timeline.before.totals),
      boundsOf(since(result.first, timeline.before)),
    );
  await wait('after-run', (timeline) => timeline.before, own, ended, lackedFirst);
  for (const timeline of watched) {
    timeline.afterRun = timeline.last;
    const missing = isShort(grown(timeline), boundsOf(own(timeline)));
    if (!missing) timeline.lagMs = Math.max(0, timeline.last.exchange.startedAt - ended);
  }
  const mark = markOf(context.ownCompletions(), context.settings.seed);
  if (context.settings.profile !== 'smoke' && !windowsShort({ ...result, timelines: watched })) {
    result.stream = await send(context, ask, [streamAlone(context.model, mark)]);
    await wait(
      'after-stream',
      (timeline) => timeline.afterRun,
      () => result.stream,
      context.clock.now(),
    );
    for (const timeline of watched) timeline.afterStream = timeline.last;
    result.round = await send(context, ask, round(context.model, mark));
    await wait(
      'after-round',
      (timeline) => timeline.afterStream!,
      () => result.round,
      context.clock.now(),
    );
    for (const timeline of watched) timeline.afterRound = timeline.last;
  }
  await outlastBehind(context, ask, found, result, watched);
  if (!windowsShort(result)) return result;
  result.steps = await trial({
    t: context,
    ask,
    found,
    timelines,
    mark,
    readings: { taken: 0 },
    send: ({ specs }) => send(context, ask, specs),
  });
  await outlastStragglers(context, ask, found, result);
  return result;
}

/**
 * The completions of the run whose growth is waited for. Those from before the first reading are among them where they were
 * counted after it: in their growth those that are late would seem to be there.
 */
function waitedFor({ run, first }: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return cameSince(timeline, first) ? run : since(run, timeline.before);
}

/** Whether all of the first window was counted in it, with what was sent before the first reading. */
function cameSince(
  { before: reading, afterFirst }: EndpointTimeline,
  first: readonly OwnCompletion[],
): boolean {
  const isEarly = before(first, reading).length > 0;
  return (
    isEarly && afterFirst !== undefined && !isShort(minus(afterFirst.totals, reading.totals), boundsOf(first))
  );
}

/** Delayed totals become visible at once; if nothing else can be followed they are awaited as usual. */
function withoutLate(timelines: EndpointTimeline[], late: readonly LiveEndpoint[]): EndpointTimeline[] {
  const others = timelines.filter(({ endpoint }) => !late.includes(endpoint));
  return others.length > 0 ? others : timelines;
}

/** Waits for delayed endpoints, once for all requests. */
async function outlastBehind(
  context: CheckContext,
  ask: Requester,
  found: Baseline['found'],
  result: Accounts,
  watched: readonly EndpointTimeline[],
): Promise<void> {
  const behind = result.timelines.filter((timeline) => !watched.includes(timeline));
  if (behind.length === 0) return;
  const own = (timeline: EndpointTimeline) => all(result, timeline);
  await settle(context, ask, found, {
    name: 'behind',
    timelines: behind,
    from: ({ before }) => before.totals,
    own,
    last: true,
    until: context.clock.now() + context.settings.settleDeadlineMs,
  });
  for (const timeline of behind) {
    const ended = Math.max(...own(timeline).map(endOf));
    if (!isShort(grown(timeline), boundsOf(own(timeline))))
      timeline.lagMs = Math.max(0, timeline.last.exchange.startedAt - ended);
  }
}

/**
 * If whole completions are missing, and not only tokens, they may be delayed while others of their kind are not:
 * they are awaited again. Any growth makes the result inconclusive.
 */
async function outlastStragglers(
  context: CheckContext,
  ask: Requester,
  found: Baseline['found'],
  result: Accounts,
): Promise<void> {
  const until = lateDeadlineMs(result, context.settings.settleDeadlineMs);
  if (until === undefined) return;
  await context.clock.sleep(Math.max(0, until - context.clock.now()));
  for (const timeline of result.timelines)
    timeline.last = await readLiveTotals(ask, found, timeline.endpoint, timeline.range);
}

/**
 * Sends concurrent completions and returns all attempts. A missing response does not prevent the verdict: attempts
 * count, not responses.
 */
async function send(
  context: CheckContext,
  ask: Requester,
  specs: readonly RequestSpec[],
): Promise<OwnCompletion[]> {
  const before = context.ownCompletions().length;
  // Invalid requests have separate names: they are the same in every run, whatever the number of readings.
  const sent = (spec: RequestSpec) =>
    spec.billable ? ask.send(spec) : ask.shared(REFUSED, (own) => own.send(spec));
  await Promise.all(specs.map((spec) => orUndefined(sent(spec))));
  return context
    .ownCompletions()
    .slice(before)
    .map((exchange) => ownCompletion(exchange, context.reasoningModel));
}
