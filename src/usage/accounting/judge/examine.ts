import { MEASURES, minus, NOTHING, plus, same, type Totals, tokensIn, totals } from '../../measures.ts';
import { boundsOf, shortBy } from '../bounds.ts';
import { type Accounts, all, type EndpointTimeline } from '../endpoint-timeline.ts';
import { completionsOf, kindOf, type OwnCompletion, type Step } from '../own-completions.ts';
import { mayBeLate } from './explain.ts';

/** Minimum distance in milliseconds of two completions of a kind that prove it is counted. */
const APART = 10_000;

/** Number of latest completions of a kind that are examined for delays. */
const MOST_EARLIER = 12;

/** The result of a trial for one endpoint. */
export interface Examination {
  /** Kinds of which two completions, sent at least ten seconds apart, were counted. */
  seen: ReadonlySet<string>;
  /** Steps of such kinds with missing usage. */
  lacking: { step: Step; missing: Totals }[];
  /**
   * Whether the steps explain all growth, and nothing moved at the end: otherwise there is other traffic, or a
   * delay.
   */
  quiet: boolean;
}

/** Reads the steps of a trial on one endpoint. */
export function examine(accounts: Accounts, timeline: EndpointTimeline): Examination {
  const { steps } = accounts;
  const sent = [...all(accounts, timeline), ...steps.flatMap(({ own }) => own)];
  const mine = steps.flatMap((step) => {
    const growth = step.growth[timeline.endpoint];
    if (!growth) return [];
    const own = completionsOf(step);
    const known = judged(step, own, growth);
    const counted = known.counted && !isOfEarlier(own[0]!, growth, sent);
    return [{ step, own, growth, ...known, counted }];
  });
  const quiet = timeline.settled && mine.every(({ beyond }) => !beyond) && nothingElse(steps, timeline);
  const seen = new Set<string>();
  for (const one of mine) {
    const [own] = one.own;
    if (!one.counted || !own) continue;
    const pair = mine.find(
      (other) =>
        other.counted &&
        kindOf(other.own[0]!) === kindOf(own) &&
        Math.abs(other.own[0]!.exchange.startedAt - own.exchange.startedAt) >= APART,
    );
    if (pair) seen.add(kindOf(own));
  }
  const lacking = mine
    .filter(({ own }) => own.length > 0 && own.every((one) => seen.has(kindOf(one))))
    .filter(({ missing }) => !same(missing, NOTHING))
    .map(({ step, missing }) => ({ step, missing }));
  return { seen, lacking, quiet };
}

function judged(step: Step, own: readonly OwnCompletion[], growth: Totals) {
  const bounds = boundsOf(step.own);
  const short = shortBy(growth, bounds);
  // Repeated prompts may be cached, and their input booked separately.
  const apart = !step.fresh && short.output_tokens === 0n && short.total_requests === 0n;
  const { total_tokens: tokens, total_requests: requests } = bounds.most;
  return {
    missing: apart ? NOTHING : short,
    counted: own.length === 1 && step.fresh && isCounted(own[0]!, growth),
    beyond:
      (tokens !== undefined && growth.total_tokens > tokens) ||
      (requests !== undefined && growth.total_requests > requests),
  };
}

/** Whether growth shows this completion: exactly in one measure, or as one request with most of its tokens. */
function isCounted({ usage, outcome }: OwnCompletion, growth: Totals): boolean {
  if (outcome !== 'success') return false;
  const tokens = tokensIn(growth);
  if (!usage) return growth.total_requests > 0n && tokens > 0n;
  const exact =
    growth.input_tokens === usage.input ||
    (growth.output_tokens === usage.output && usage.output >= 3n) ||
    growth.total_tokens === usage.total;
  return (tokens > 0n && exact) || (growth.total_requests > 0n && tokens * 3n >= usage.total);
}

/**
 * Whether growth differs from this completion's usage but equals that of earlier ones of its kind: they were
 * delayed, and this one is not proved.
 */
function isOfEarlier(own: OwnCompletion, growth: Totals, sent: readonly OwnCompletion[]): boolean {
  const { usage, exchange } = own;
  if (!usage || (growth.input_tokens === usage.input && growth.output_tokens === usage.output)) return false;
  const earlier = sent.filter(
    (one) =>
      one.usage && one.exchange.startedAt < exchange.startedAt && kindOf(one) === kindOf(own) && one !== own,
  );
  return mayBeLate(growth, earlier.slice(-MOST_EARLIER));
}

/** Whether the endpoint has grown by the growth of the steps, and by nothing before, between or after them. */
function nothingElse(steps: readonly Step[], timeline: EndpointTimeline): boolean {
  const { afterRound, afterRun, last } = timeline;
  const before = afterRound ?? afterRun;
  const sum = steps.reduce((all, step) => plus(all, step.growth[timeline.endpoint] ?? NOTHING), NOTHING);
  const grown = minus(last.totals, before.totals);
  return MEASURES.every((m) => totals((one) => grown[one] - sum[one])[m] === 0n);
}
