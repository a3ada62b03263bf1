import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Exchange, RequestSpec } from '../../vocabulary/exchange.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { minus } from '../measures.ts';
import { outlastBehind, outlastStragglers, waitedFor, withoutLate } from './awaited.ts';
import { type Baseline, baseline } from './baseline.ts';
import { boundsOf, isShort, shortBy } from './bounds.ts';
import { withoutRemembered } from './elsewhere.ts';
import {
  type Accounts,
  begin,
  type EndpointTimeline,
  endOf,
  grown,
  reducedDay,
  since,
} from './endpoint-timeline.ts';
import { firstWindow } from './first.ts';
import { readLiveTotals } from './live-totals.ts';
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

/** Checks that judge the rounds of accounting: without one of them no round is sent. */
const JUDGED: readonly CheckId[] = [
  'accounting/completions',
  'accounting/streamed',
  'accounting/multi-choice',
  'accounting/tool-call',
  'accounting/reasoning',
  'accounting/concurrent',
  'accounting/no-more-than-sent',
  'accounting/source-is-api',
  'accounting/habits',
];
const isJudged = (context: CheckContext): boolean => JUDGED.some((id) => context.selected(id));

/** Whether a stream alone and a round are sent; missing growth is searched in another way. */
const isRoundDue = (context: CheckContext, result: Accounts): boolean =>
  context.settings.profile !== 'smoke' && isJudged(context) && !windowsShort(result);

async function follow(
  context: CheckContext,
  ask: Requester,
  { found }: Baseline,
  late: readonly UsageEndpoint[],
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
  if (isRoundDue(context, { ...result, timelines: watched })) {
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
  return lookFurther(context, ask, found, result, mark);
}

/** Sends completions of every kind, one by one, if growth is missing that no cached response explains. */
async function lookFurther(
  context: CheckContext,
  ask: Requester,
  found: Baseline['found'],
  result: Accounts,
  mark: ReturnType<typeof markOf>,
): Promise<Accounts> {
  const open = await withoutRemembered(ask, found, result);
  if (!isJudged(context) || !windowsShort(open) || reducedDay(open)) return result;
  result.steps = await trial({
    t: context,
    ask,
    found,
    timelines: result.timelines,
    mark,
    readings: { taken: 0 },
    send: ({ specs }) => send(context, ask, specs),
  });
  await outlastStragglers(context, ask, found, result);
  return result;
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
