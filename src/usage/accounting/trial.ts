import { minus, NOTHING, same, type Totals, tokensIn } from '../measures.ts';
import { boundsOf, isShort } from './bounds.ts';
import { type EndpointTimeline, endOf } from './endpoint-timeline.ts';
import { completionsOf, type Step } from './own-completions.ts';
import { between, half, type PlannedStep } from './requests.ts';
import { sendBatch } from './step-batch.ts';
import { alive, PATIENCE, REST, readAll, type TrialOptions } from './trial-readings.ts';

/** Minimum distance of the two halves of a trial in milliseconds. */
const APART = 10_000;
/** After a step that was awaited in vain, the next wait is half as long, down to this. */
const LEAST_REST = 500;
const LEAST = 1_750;
/** No further step begins after so long. */
const LONGEST_TRIAL = 360_000;
/** With a known delay of so much, the next step is sent before the growth of the previous one is visible. Milliseconds. */
const SLOW = 5_000;

/**
 * Sends completions of every kind, one step after the other, observing how each is counted; then the same kinds
 * again, at least ten seconds later, and waits until the totals are stable. Each is distinguishable from all
 * others, so that delayed usage hides no loss.
 */
export async function trial(options: TrialOptions): Promise<Step[]> {
  const { t: context, mark, timelines } = options;
  const models = {
    model: context.model,
    ...(context.reasoningModel && { reasoning: context.reasoningModel }),
  };
  const steps: Step[] = [];
  const longest = Math.max(0, ...timelines.map(({ slowestMs }) => slowestMs));
  const wait = { patience: PATIENCE, longest, blank: 0, rest: REST };
  let isRegular = true;
  const begun = context.clock.now();
  const take = async (planned: readonly PlannedStep[]) => {
    for (const [i, step] of planned.entries()) {
      if (isRegular && wait.longest >= SLOW) {
        const batch = await sendBatch(options, planned.slice(i), wait.longest);
        isRegular = batch.length === planned.length - i;
        steps.push(...batch);
        return;
      }
      if (context.clock.now() - begun < LONGEST_TRIAL && !nothingCounts(timelines, steps))
        steps.push(await observed(options, step, wait));
    }
  };
  const standApart = async () => {
    const sent = Math.max(...steps.flatMap(({ own }) => own.map(endOf)));
    await context.clock.sleep(Math.max(0, sent + APART - context.clock.now()));
  };
  await take(half(models, mark, 0));
  if (nothingCounts(timelines, steps)) return steps;
  // If each takes long to become visible, the time is for the second half, which decides.
  const spent = context.clock.now() - begun;
  const others = 3 * spent < LONGEST_TRIAL ? between(context.model, mark) : [];
  await standApart();
  await take([...others, ...half(models, mark, 1)]);
  // If one of a kind is lost sometimes, the kind has one visible completion, or none: a third decides. In another
  // order, so that a service that loses every third request does not lose the same one.
  const third = half(models, mark, 2).reverse();
  const left = steps.some(isSeen) ? third.filter(({ part }) => !seenTwice(steps, part)) : [];
  if (left.length > 0) {
    await standApart();
    await take(left);
  }
  await standStill(options);
  return steps;
}

/**
 * Whether no endpoint has moved since before the run, although a step was awaited too: repeating would show
 * nothing, whether usage is lost or even later.
 */
const nothingCounts = (timelines: readonly EndpointTimeline[], steps: readonly Step[]): boolean =>
  steps.length > 0 && timelines.every(({ last, before }) => same(last.totals, before.totals));

/** Whether a step was visible on every endpoint. */
const isSeen = ({ growth }: Step): boolean => Object.values(growth).every((g) => !same(g, NOTHING));

const seenTwice = (steps: readonly Step[], part: string): boolean =>
  steps.filter((step) => step.part === part && isSeen(step)).length > 1;

interface Waits {
  patience: number;
  /** The longest delay of a step, or of earlier requests, as observed. */
  longest: number;
  /** Consecutive steps without any movement. */
  blank: number;
  /** How long a partly visible step is awaited. */
  rest: number;
}

async function observed(options: TrialOptions, planned: PlannedStep, wait: Waits): Promise<Step> {
  const { t: context, timelines, send } = options;
  const { name, part, fresh } = planned;
  const from = new Map(timelines.map((timeline) => [timeline, timeline.last.totals]));
  const own = await send(planned);
  const sent = context.clock.now();
  const growth = (timeline: EndpointTimeline) => minus(timeline.last.totals, from.get(timeline)!);
  let moved = sent;
  for (let pause = 250; ; pause = Math.min(pause * 2, 4_000)) {
    const changed = await readAll(options);
    const now = context.clock.now();
    if (changed) moved = now;
    const watched = alive(timelines);
    const missing = watched.filter((timeline) => isShort(growth(timeline), boundsOf(own)));
    const seen = watched.every((timeline) => !same(growth(timeline), NOTHING));
    // A single visible request with tokens is complete: of several, the next may take as long as any took.
    const single =
      completionsOf({ own }).length === 1 && watched.every((timeline) => isThere(growth(timeline)));
    const rest = single ? wait.rest : Math.max(wait.rest, wait.longest);
    if (missing.length === 0 || (seen && now - moved >= rest)) {
      if (missing.length > 0) wait.rest = Math.max(LEAST_REST, wait.rest / 2);
      wait.longest = Math.max(wait.longest, moved - sent);
      wait.patience = patienceFor(wait);
      wait.blank = 0;
      break;
    }
    // Usage of others may move for ever.
    if (now - sent >= (seen ? PATIENCE : wait.patience)) {
      wait.blank += 1;
      if (wait.blank > 1) wait.patience = patienceFor(wait);
      break;
    }
    await context.clock.sleep(pause);
  }
  return {
    name,
    part,
    own,
    fresh,
    growth: Object.fromEntries(timelines.map((timeline) => [timeline.endpoint, growth(timeline)])),
  };
}

/** How long an invisible step is awaited, by the delays of others. Milliseconds. */
const patienceFor = ({ longest }: Waits): number => Math.max(LEAST, Math.min(PATIENCE, 2 * longest));

const isThere = (growth: Totals): boolean => growth.total_requests > 0n && tokensIn(growth) > 0n;

/** Waits until no endpoint moves for the settle time: once for all of them, and at most twice. */
async function standStill(options: TrialOptions): Promise<void> {
  const { t: context, timelines } = options;
  for (let turn = 0; turn < 2; turn++) {
    const before = new Map(timelines.map((timeline) => [timeline, timeline.last.totals]));
    await context.clock.sleep(context.settings.settleMs);
    await readAll(options);
    for (const timeline of timelines) timeline.settled = same(timeline.last.totals, before.get(timeline)!);
    if (timelines.every((timeline) => timeline.settled)) return;
  }
}
