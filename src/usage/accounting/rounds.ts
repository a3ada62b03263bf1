import { jsonPost } from '../../requests/send.ts';
import { type CheckContext, Inconclusive, type Requester } from '../../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../../vocabulary/exchange.ts';
import { type Baseline, baseline } from './baseline.ts';
import { boundsOf, isShort } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline, endOf, grown, since } from './endpoint-timeline.ts';
import { LIVE, readLiveTotals } from './live-totals.ts';
import { ownCompletion } from './own-completions.ts';
import { settle, settleLater } from './settle.ts';

/** Follows the totals after the run's completions, once a run. */
export async function accounts(context: CheckContext): Promise<Accounts> {
  const start = await baseline(context);
  return context.shared('accounting/rounds', (ask) => follow(context, ask, start));
}

/** The same totals read once more, for a breach that is to be confirmed. */
export async function accountsAgain(context: CheckContext, ask: Requester): Promise<Accounts> {
  const first = await accounts(context);
  if (ask.round === 1) return first;
  const { found } = await baseline(context);
  return ask.shared('accounting/again', async (asking) => {
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

async function follow(context: CheckContext, ask: Requester, start: Baseline): Promise<Accounts> {
  const { found } = start;
  const read = (sent: readonly Exchange[]) =>
    sent.map((exchange) => ownCompletion(exchange, context.reasoningModel));
  const run = read(context.ownCompletions());
  const result: Accounts = {
    timelines: begin(start),
    leftOut: [...start.leftOut],
    run,
    round: [],
    sentinel: [],
  };
  const { timelines } = result;
  const deadline = context.settings.settleDeadlineMs;
  const ended = Math.max(0, ...run.map(endOf));
  const own = (timeline: EndpointTimeline) => since(run, timeline.before);
  await settle(context, ask, found, {
    timelines,
    from: (timeline) => timeline.before.totals,
    own,
    until: ended + deadline,
  });
  for (const timeline of timelines) {
    timeline.afterRun = timeline.last;
    const missing = isShort(grown(timeline), boundsOf(own(timeline)));
    if (!missing) timeline.lagMs = Math.max(0, timeline.last.exchange.startedAt - ended);
  }
  if (context.settings.profile !== 'smoke' && timelines.length > 0) {
    result.round = read(await send(context, ask, ROUND(context.model)));
    const until = Math.max(ended, ...result.round.map(endOf)) + deadline;
    await settle(context, ask, found, {
      timelines,
      from: (timeline) => timeline.afterRun.totals,
      own: () => result.round,
      until,
    });
    for (const timeline of timelines) timeline.afterRound = timeline.last;
  }
  if (!timelines.some((timeline) => isShort(grown(timeline), boundsOf(all(result, timeline))))) return result;
  // One after the other: completions that are sent at once may be what gets lost.
  for (const spec of SENTINEL(context.model)) result.sentinel.push(...read(await send(context, ask, [spec])));
  const until = Math.max(ended, ...result.sentinel.map(endOf)) + deadline;
  for (const timeline of timelines) await settleLater(context, ask, found, timeline, result.sentinel, until);
  return result;
}

function begin({ before }: Baseline): EndpointTimeline[] {
  return LIVE.flatMap((endpoint) => {
    const known = before[endpoint];
    if (!known) return [];
    const { range, reading, still } = known;
    const open = { afterRound: undefined, settled: false, lagMs: undefined };
    return [
      { endpoint, range, before: reading, stillBefore: still, afterRun: reading, last: reading, ...open },
    ];
  });
}

/**
 * Sends completions at once and gives all that went out for them. One that stays without an answer is no reason to
 * judge nothing: what was sent counts, not what came.
 */
async function send(
  context: CheckContext,
  ask: Requester,
  specs: readonly RequestSpec[],
): Promise<Exchange[]> {
  const before = context.ownCompletions().length;
  const quietly = (error: unknown) => {
    if (!(error instanceof Inconclusive)) throw error;
  };
  await Promise.all(specs.map((spec) => ask.send(spec).catch(quietly)));
  return context.ownCompletions().slice(before);
}

function say(
  model: string,
  label: string,
  text: string,
  more: { stream?: boolean; n?: number } = {},
): RequestSpec {
  const body = { model, messages: [{ role: 'user', content: text }], max_tokens: 4, ...more };
  return { ...jsonPost(label, body), billable: { tokens: 4, choices: more.n ?? 1 } };
}

/** Sent at once. Prompts of different lengths, so that what is missing tells which one it was. */
const ROUND = (model: string): RequestSpec[] => [
  say(model, 'one of four at once', 'Say hello.'),
  say(model, 'one of four at once, streamed', 'Say hello to the whole world.', { stream: true }),
  say(model, 'one of four at once, two choices', 'Say hello to all of your friends over there.', { n: 2 }),
  say(
    model,
    'one of four at once, long',
    'Say hello, and then say it again, a little louder than you did before.',
  ),
];

/** Sent after everything else, streamed and not, as a service may count only one of both. */
const SENTINEL = (model: string): RequestSpec[] => [
  say(
    model,
    'a later completion',
    'Say goodbye to everyone who came here today, one after the other, please, and take your time for it.',
  ),
  say(
    model,
    'a later completion, streamed',
    'Say goodbye to all who came, then close the door behind them, turn off the lights, lock up and go home yourself.',
    { stream: true },
  ),
];
