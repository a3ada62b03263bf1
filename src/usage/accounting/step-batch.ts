import { minus, NOTHING, plus, same, type Totals } from '../measures.ts';
import { boundsOf, hasTokensOf, isShort } from './bounds.ts';
import { type EndpointTimeline, endOf } from './endpoint-timeline.ts';
import type { OwnCompletion, Step } from './own-completions.ts';
import type { PlannedStep } from './requests.ts';
import { alive, PATIENCE, REST, readAll, type TrialOptions } from './trial-readings.ts';

/** The pause before each reading in milliseconds. Two readings follow each step: a movement then belongs to one step. */
const POLL = 500;

/**
 * Sends the steps one after the other, and awaits the growth of all of them once. Returns a single step with all
 * completions if the growth of each is not known.
 */
export async function sendBatch(
  options: TrialOptions,
  planned: readonly PlannedStep[],
  longest: number,
): Promise<Step[]> {
  const { t: context, timelines, send } = options;
  const from = new Map(timelines.map((timeline) => [timeline, timeline.last.totals]));
  const movements = new Map(timelines.map((timeline) => [timeline, [] as Movement[]]));
  let began = context.clock.now();
  let moved = began;
  const read = async () => {
    await context.clock.sleep(POLL);
    const earlier = { began, totals: new Map(timelines.map((timeline) => [timeline, timeline.last.totals])) };
    began = context.clock.now();
    const changed = await readAll(options);
    const now = context.clock.now();
    if (changed) moved = now;
    for (const timeline of timelines) {
      const growth = minus(timeline.last.totals, earlier.totals.get(timeline)!);
      if (!same(growth, NOTHING)) movements.get(timeline)!.push({ from: earlier.began, to: now, growth });
    }
  };
  const sent: OwnCompletion[][] = [];
  for (const step of planned) {
    sent.push(await send(step));
    for (let turn = 0; turn < 2; turn++) await read();
  }
  const own = sent.flat();
  const bounds = boundsOf(own);
  const due = context.clock.now() + Math.min(PATIENCE, longest);
  // Usage of others may move for ever.
  const last = due + PATIENCE;
  const growth = (timeline: EndpointTimeline) => minus(timeline.last.totals, from.get(timeline)!);
  // Streams without reported usage may be pending although nothing is missing.
  const isPending = () =>
    alive(timelines).some((timeline) => isShort(growth(timeline), bounds))
      ? context.clock.now() < Math.min(last, Math.max(due, moved + REST))
      : bounds.most.total_tokens === undefined && context.clock.now() < due;
  while (isPending()) await read();
  const attributed = timelines.map((timeline) => attributeGrowth(sent, movements.get(timeline)!));
  const byEndpoint = (of: (timeline: EndpointTimeline, i: number) => Totals) =>
    Object.fromEntries(timelines.map((timeline, i) => [timeline.endpoint, of(timeline, i)]));
  return attributed.every((steps) => steps !== undefined)
    ? planned.map(({ name, part, fresh }, step) => ({
        name,
        part,
        fresh,
        own: sent[step]!,
        growth: byEndpoint((_, i) => attributed[i]![step]!),
      }))
    : [
        {
          name: 'concurrent',
          part: 'together',
          fresh: planned.every(({ fresh }) => fresh),
          own,
          growth: byEndpoint(growth),
        },
      ];
}

/** Growth of an endpoint between two readings; epoch milliseconds of the run's clock. */
interface Movement {
  from: number;
  to: number;
  growth: Totals;
}

/** How much a regular delay may vary in milliseconds: the least variation that explains all movements counts. */
const JITTERS_MS = [0, 300];

/**
 * The growth of each step, if steps were sent one after the other without awaiting their growth. That is decidable
 * if the service counts all of them with the same delay: each movement then belongs to one step. A movement that
 * equals the usage of another step disproves the delay. Undefined if several delays are possible, or none is.
 */
export function attributeGrowth(
  steps: readonly (readonly OwnCompletion[])[],
  movements: readonly Movement[],
): Totals[] | undefined {
  const sent = steps.map((own) => Math.max(...own.map(endOf)));
  const delays = movements.flatMap(({ from }) => sent.map((at) => from - at));
  const possible = new Map<string, number[]>();
  for (const jitter of JITTERS_MS) {
    if (possible.size > 0) break;
    for (const delay of delays) {
      const owners = movements.map((movement) =>
        ownerOf(
          movement,
          steps,
          sent.map((at) => at + delay),
          jitter,
        ),
      );
      if (owners.every((owner) => owner !== undefined)) possible.set(owners.join(), owners);
    }
  }
  if (movements.length > 0 && possible.size !== 1) return undefined;
  const [owners = []] = possible.values();
  return steps.map((_, i) =>
    movements.reduce((sum, { growth }, j) => (owners[j] === i ? plus(sum, growth) : sum), NOTHING),
  );
}

/** The only step that a movement can belong to, if the steps are counted at these times. */
function ownerOf(
  { from, to, growth }: Movement,
  steps: readonly (readonly OwnCompletion[])[],
  due: readonly number[],
  jitter: number,
): number | undefined {
  const gaps = due.map((at, i) => ({ i, gap: Math.max(0, from - at, at - to) }));
  const [nearest, next] = gaps.toSorted((a, b) => a.gap - b.gap);
  if (!nearest || nearest.gap > jitter || next?.gap === nearest.gap) return undefined;
  const equals = (own: readonly OwnCompletion[]) => hasTokensOf(growth, own);
  return equals(steps[nearest.i]!) || !steps.some(equals) ? nearest.i : undefined;
}
