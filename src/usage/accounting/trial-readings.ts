import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { same } from '../measures.ts';
import type { EndpointTimeline } from './endpoint-timeline.ts';
import { readLiveTotals } from './live-totals.ts';
import type { Mark } from './mark.ts';
import type { OwnCompletion } from './own-completions.ts';
import type { PlannedStep } from './requests.ts';

const trialKey = (turn: number, endpoint: string) =>
  answerKey<boolean>(`accounting/trial/${turn}/${endpoint}`);

/** The longest wait for steps in milliseconds; observed delays shorten it. */
export const PATIENCE = 35_000;
/** What is partly visible is awaited this long after the last movement. Milliseconds. */
export const REST = 3_000;

/** What a trial needs: how to send, and the endpoints that it reads. */
export interface TrialOptions {
  t: CheckContext;
  ask: Requester;
  found: Discovered;
  timelines: readonly EndpointTimeline[];
  mark: Mark;
  /** Counts the readings, each of which has a name of its own. */
  readings: { taken: number };
  send(step: PlannedStep): Promise<OwnCompletion[]>;
}

/** Reads all endpoints at once; returns whether any of them changed. */
export async function readAll({ ask, found, timelines, readings }: TrialOptions): Promise<boolean> {
  const turn = ++readings.taken;
  const changes = await Promise.all(
    timelines.map((timeline) =>
      ask.shared(trialKey(turn, timeline.endpoint), async (own) => {
        const reading = await readLiveTotals(own, found, timeline.endpoint, timeline.range);
        const changed = !same(reading.totals, timeline.last.totals);
        timeline.last = reading;
        return changed;
      }),
    ),
  );
  return changes.includes(true);
}

/** The endpoints that show any usage of the run: a step is not awaited at the others. */
export function alive(timelines: readonly EndpointTimeline[]): readonly EndpointTimeline[] {
  const moved = timelines.filter(({ last, before }) => !same(last.totals, before.totals));
  return moved.length > 0 ? moved : timelines;
}
