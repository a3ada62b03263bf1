import { completion } from '../../requests/ask.ts';
import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { MEASURES } from '../measures.ts';
import { baseline } from './baseline.ts';
import { before, begin, type EndpointTimeline, endOf, since } from './endpoint-timeline.ts';
import type { LiveTotals } from './live-totals.ts';
import { type OwnCompletion, ownCompletion } from './own-completions.ts';
import { settle } from './settle.ts';

const FIRST_WINDOW = answerKey<FirstWindow>('accounting/first-window');

/**
 * The first window: its requests, and the totals of each endpoint when it was complete, or was stable without them.
 */
export interface FirstWindow {
  own: OwnCompletion[];
  after: Partial<Record<UsageEndpoint, LiveTotals>>;
  /** The known delays of each endpoint (see `EndpointTimeline`). */
  slowestMs: Partial<Record<UsageEndpoint, number>>;
  /** Endpoints without any movement while another one showed all. */
  behind: UsageEndpoint[];
}

/**
 * Sends the run's non-streaming completions before all others, and waits for them: streams often report no usage,
 * and would hide missing usage of these. Only requests of the selected checks are sent.
 */
export async function firstWindow(context: CheckContext): Promise<FirstWindow> {
  const start = await baseline(context);
  return context.shared(FIRST_WINDOW, async (ask) => {
    const window: FirstWindow = { own: [], after: {}, slowestMs: {}, behind: [] };
    const all =
      context.settings.profile === 'smoke' ? 'request/accepts-tools' : 'request/accepts-combinations';
    const timelines = agreeing(begin(start.before));
    if (timelines.length === 0 || !context.selected(all)) return window;
    await sendUnstreamed(context, ask);
    window.own = context.ownCompletions().map((exchange) => ownCompletion(exchange, context.reasoningModel));
    const until = Math.max(0, ...window.own.map(endOf)) + context.settings.settleDeadlineMs;
    const behind = await settle(context, ask, start.found, {
      name: 'first-window',
      whole: true,
      timelines,
      from: (timeline) => timeline.before.totals,
      own: (timeline) => since(window.own, timeline.before),
      early: (timeline) => before(window.own, timeline.before),
      until,
    });
    for (const timeline of timelines) {
      const { endpoint, last, slowestMs } = timeline;
      window.slowestMs[endpoint] = slowestMs;
      if (behind.includes(timeline)) window.behind.push(endpoint);
      else window.after[endpoint] = last;
    }
    return window;
  });
}

/**
 * The endpoints that agree with another one about the same days, or all of them if none does: one that disagrees
 * before anything was billed may not show later usage, and is not awaited here.
 */
function agreeing(timelines: EndpointTimeline[]): EndpointTimeline[] {
  const says = ({ range, before }: EndpointTimeline) =>
    [range.start, range.end, ...MEASURES.map((measure) => before.totals[measure])].join(' ');
  const agree = timelines.filter((one) =>
    timelines.some((other) => other !== one && says(other) === says(one)),
  );
  return agree.length > 0 ? agree : timelines;
}

async function sendUnstreamed(context: CheckContext, ask: Requester): Promise<void> {
  const rows = context.planned.filter((row) => row.body.stream !== true);
  // Other checks report the results.
  await Promise.all(rows.map((row) => orUndefined(completion(ask, row))));
}
