import { minus, NOTHING, same, type Totals } from '../measures.ts';
import { attributeGrowth, type Movement } from './attribute-growth.ts';
import { boundsOf, isShort } from './bounds.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';
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
