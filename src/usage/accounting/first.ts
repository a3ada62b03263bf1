import { completion } from '../../requests/ask.ts';
import { corpusOf } from '../../requests/corpus-of.ts';
import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { MEASURES } from '../measures.ts';
import { baseline } from './baseline.ts';
import { before, begin, type EndpointTimeline, endOf, since } from './endpoint-timeline.ts';
import type { LiveEndpoint, LiveTotals } from './live-totals.ts';
import { type OwnCompletion, ownCompletion } from './own-completions.ts';
import { settle } from './settle.ts';

const FIRST_WINDOW = answerKey<FirstWindow>('accounting/first-window');

/** The first window: what was sent in it, and what each endpoint said when it was in, or had stood still without it. */
export interface FirstWindow {
  own: OwnCompletion[];
  after: Partial<Record<LiveEndpoint, LiveTotals>>;
  /** What was learnt of how long each takes to move (see `EndpointTimeline`). */
  slowestMs: Partial<Record<LiveEndpoint, number>>;
  /** Endpoints that showed nothing while another one showed all. */
  behind: LiveEndpoint[];
}

/**
 * Sends the run's unstreamed completions before all others, and waits for them: what streams use is often not told, and
 * would hide what is missing of these. Nothing is sent that the selected checks would not send.
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
 * The endpoints that say the same of the same days as another one, or all of them where none does: one that disagrees before
 * anything was billed may show nothing of what follows, and is not waited for here.
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
  const rows = corpusOf(context).filter((row) => row.body.stream !== true);
  // What becomes of each is told by the checks that look at it.
  await Promise.all(rows.map((row) => orUndefined(completion(ask, row))));
}
