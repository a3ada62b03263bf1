import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { type Day, dayOf } from '../days.ts';
import { type Query, USAGE_ENDPOINTS, type UsageEndpoint } from '../endpoints.ts';
import { MEASURES, minus, type Totals } from '../measures.ts';
import type { Baseline } from './baseline.ts';
import type { LiveTotals } from './live-totals.ts';
import type { OwnCompletion, Step } from './own-completions.ts';

/** The totals of one endpoint through the whole run. */
export interface EndpointTimeline {
  endpoint: UsageEndpoint;
  range: Query;
  /** Before the run's completions; those of the handshake may be included. */
  before: LiveTotals;
  /**
   * In an exclusive run: how many milliseconds the totals were stable before; 0 if they were not, or were not
   * tested.
   */
  stillMs: number;
  /** When the first non-streaming completions were included, or waiting for them ended. */
  afterFirst: LiveTotals | undefined;
  /** When the completions of the run were included, or waiting for them ended. */
  afterRun: LiveTotals;
  /** The same for the separate stream, and for the round; absent if they were not sent. */
  afterStream: LiveTotals | undefined;
  afterRound: LiveTotals | undefined;
  /** The last reading of all. */
  last: LiveTotals;
  /** What it says of the same days by another address, where that shows all that `last` does not. */
  elsewhere?: LiveTotals;
  /** What it says until today, where that shows all, and every later end shows nothing of it. */
  untilToday?: LiveTotals;
  /** Whether it was stable for the settle time after the trial. */
  settled: boolean;
  /**
   * Milliseconds from the end of the run's last completion until all were included; undefined if they never were.
   */
  lagMs: number | undefined;
  /**
   * The longest time from a request, or a movement, to the next movement, in milliseconds, as far as was awaited.
   */
  slowestMs: number;
}

/** All data for the accounting checks. */
export interface Accounts {
  timelines: EndpointTimeline[];
  /** Endpoints that could not be followed, with the reason. */
  leftOut: { endpoint: UsageEndpoint; error: Inconclusive }[];
  /** All completions of the run before its accounting. */
  run: OwnCompletion[];
  /** The first of them, which were sent before all others and not streamed. */
  first: OwnCompletion[];
  stream: OwnCompletion[];
  round: OwnCompletion[];
  /** Requests that were sent because something is missing. */
  steps: Step[];
}

/** The timelines of the endpoints that were readable before anything was billed. */
export function begin(before: Baseline['before']): EndpointTimeline[] {
  return USAGE_ENDPOINTS.flatMap((endpoint) => {
    const known = before[endpoint];
    if (!known) return [];
    const { range, reading, stillMs } = known;
    const open = { afterFirst: undefined, afterStream: undefined, afterRound: undefined, lagMs: undefined };
    const same = { before: reading, stillMs, afterRun: reading, last: reading };
    return [{ endpoint, range, ...same, ...open, settled: false, slowestMs: 0 }];
  });
}

/** Why an endpoint could not be followed, and the check that reports it. */
export function notFollowed({ leftOut }: Pick<Accounts, 'leftOut'>, endpoint: UsageEndpoint): Inconclusive {
  const error = leftOut.find((one) => one.endpoint === endpoint)?.error;
  const why = error ? `: ${error.message}` : '';
  return new Inconclusive(
    `the ${endpoint} could not be measured${why}`,
    error?.exchanges ?? [],
    error?.blockedBy,
  );
}

/**
 * Endpoints that could not be followed make the check inconclusive, after the others were judged. If there are
 * others, an endpoint with a complete but useless response does not: another check reports it. An endpoint whose
 * body was never complete does.
 */
export function complain({ leftOut, timelines }: Pick<Accounts, 'leftOut' | 'timelines'>): void {
  const isTold = ({ blockedBy, exchanges }: Inconclusive) =>
    blockedBy !== undefined && !exchanges.at(-1)?.failure;
  const first = leftOut.find(({ error }) => timelines.length === 0 || !isTold(error));
  if (first) throw notFollowed({ leftOut: [first] }, first.endpoint);
}

/** The growth of an endpoint's totals since before the run. */
export const grown = (timeline: EndpointTimeline): Totals =>
  minus(timeline.last.totals, timeline.before.totals);

/** Completions that began after a reading had ended: earlier ones may be included or not. */
export function since(own: readonly OwnCompletion[], reading: LiveTotals): OwnCompletion[] {
  return own.filter((one) => beganAfter(one, reading));
}

/** The others: those from before the reading, and those that were answered while it was under way. */
export function before(own: readonly OwnCompletion[], reading: LiveTotals): OwnCompletion[] {
  return own.filter((one) => !beganAfter(one, reading));
}

/**
 * Completions that the first reading may or may not include: earlier ones, since counting may be delayed, and
 * concurrent ones, such as accepted invalid requests.
 */
export function uncertain({ run }: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return before(run, timeline.before);
}

const beganAfter = ({ exchange }: OwnCompletion, reading: LiveTotals): boolean =>
  exchange.startedAt > reading.exchange.startedAt + reading.exchange.timing.endMs;

/** All completions that an endpoint's growth must include. */
export function all(accounts: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return [...since(accounts.run, timeline.before), ...later(accounts)];
}

/** Completions that the accounting itself sent. */
const later = ({ stream, round, steps }: Accounts): OwnCompletion[] => [
  ...stream,
  ...round,
  ...steps.flatMap((step) => step.own),
];

/** When an own completion ended, in epoch milliseconds of the run's clock. */
export const endOf = ({ exchange }: OwnCompletion): number => exchange.startedAt + exchange.timing.endMs;

/** Whether any two completions with responses were in flight at the same time. */
export function wereConcurrent(own: readonly OwnCompletion[]): boolean {
  const answered = own.filter(({ outcome }) => outcome === 'success');
  const inOrder = answered.toSorted((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  let ended = Number.NEGATIVE_INFINITY;
  return inOrder.some((one) => {
    if (one.exchange.startedAt <= ended) return true;
    ended = Math.max(ended, endOf(one));
    return false;
  });
}

/**
 * A day whose usage became smaller between the first and the last reading of the stats: older usage is
 * corrected, and how much of the growth this hides is unknown: waiting shows no more. Usage of the run is of the latest day, which shrinks only
 * by a violation. Undefined without such a day.
 */
export function reducedDay({ timelines }: { timelines: readonly EndpointTimeline[] }): Day | undefined {
  const stats = timelines.find(({ endpoint }) => endpoint === 'stats');
  const [before, last] = [stats?.before.days, stats?.last.days];
  if (!before || !last) return undefined;
  const latest = Math.max(...before.keys(), ...last.keys());
  const reduced = [...before].find(
    ([instant, totals]) =>
      instant !== latest &&
      MEASURES.some((measure) => (last.get(instant)?.[measure] ?? 0n) < totals[measure]),
  );
  return reduced && dayOf(reduced[0]);
}
