import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { Query } from '../endpoints.ts';
import { minus, type Totals } from '../measures.ts';
import type { Baseline } from './baseline.ts';
import { LIVE, type LiveEndpoint, type LiveTotals } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';
import type { Step } from './trial.ts';

/** One endpoint through the whole run. */
export interface EndpointTimeline {
  endpoint: LiveEndpoint;
  range: Query;
  /** Before the run's completions; the handshake's may be in it or not. */
  before: LiveTotals;
  /** In an exclusive run: how many milliseconds it stood still before; 0 when it did not, or was not looked at. */
  stillMs: number;
  /** When the unstreamed completions were in it that were sent before all others, or waiting for them ended. */
  afterFirst: LiveTotals | undefined;
  /** When the completions of the run were in it, or when waiting for them ended. */
  afterRun: LiveTotals;
  /** The same for the stream that was sent alone, and for the round; absent where they were not sent. */
  afterStream: LiveTotals | undefined;
  afterRound: LiveTotals | undefined;
  /** The last reading of all. */
  last: LiveTotals;
  /** What it says of the same days by another address, where that shows all that `last` does not. */
  elsewhere?: LiveTotals;
  /** Whether it stood still for the settle time after the trial. */
  settled: boolean;
  /** Milliseconds from the end of the run's last completion until all were in; undefined when they never were. */
  lagMs: number | undefined;
  /** Milliseconds from what was sent, or a movement, to the next movement, at most, as far as it was waited for. */
  slowestMs: number;
}

/** Everything that accounting is judged by. */
export interface Accounts {
  timelines: EndpointTimeline[];
  /** Endpoints that could not be followed, and why. */
  leftOut: { endpoint: LiveEndpoint; error: Inconclusive }[];
  /** All completions of the run before its accounting. */
  run: OwnCompletion[];
  /** Those of them that were sent before all others, none of which is a stream. */
  first: OwnCompletion[];
  stream: OwnCompletion[];
  round: OwnCompletion[];
  /** What was sent because something is missing. */
  steps: Step[];
}

/** The timelines of the endpoints that could be read before anything was billed. */
export function begin(before: Baseline['before']): EndpointTimeline[] {
  return LIVE.flatMap((endpoint) => {
    const known = before[endpoint];
    if (!known) return [];
    const { range, reading, stillMs } = known;
    const open = { afterFirst: undefined, afterStream: undefined, afterRound: undefined, lagMs: undefined };
    const same = { before: reading, stillMs, afterRun: reading, last: reading };
    return [{ endpoint, range, ...same, ...open, settled: false, slowestMs: 0 }];
  });
}

/** Why an endpoint could not be followed, with the check that says more, for those who need it. */
export function notFollowed({ leftOut }: Pick<Accounts, 'leftOut'>, endpoint: LiveEndpoint): Inconclusive {
  const error = leftOut.find((one) => one.endpoint === endpoint)?.error;
  const why = error ? `: ${error.message}` : '';
  return new Inconclusive(
    `the ${endpoint} could not be measured${why}`,
    error?.exchanges ?? [],
    error?.blockedBy,
  );
}

/**
 * Endpoints that could not be followed leave the check undecided, once the others were judged. Where there are others, an
 * endpoint whose answer came whole and is useless does not: another check reports that. One whose body never came whole
 * may count wrongly behind it, and leaves the check undecided.
 */
export function complain({ leftOut, timelines }: Pick<Accounts, 'leftOut' | 'timelines'>): void {
  const isTold = ({ blockedBy, exchanges }: Inconclusive) =>
    blockedBy !== undefined && !exchanges.at(-1)?.failure;
  const first = leftOut.find(({ error }) => timelines.length === 0 || !isTold(error));
  if (first) throw notFollowed({ leftOut: [first] }, first.endpoint);
}

/** By how much an endpoint's totals have grown since before the run. */
export const grown = (timeline: EndpointTimeline): Totals =>
  minus(timeline.last.totals, timeline.before.totals);

/** Completions that began after a reading had ended: those before may be in it or not. */
export function since(own: readonly OwnCompletion[], reading: LiveTotals): OwnCompletion[] {
  return own.filter((one) => beganAfter(one, reading));
}

/**
 * Completions whose count in the first reading is not known: those from before it, as counting may lag, and those that
 * were answered while it was under way, as bad requests are that a service accepts.
 */
export function uncertain({ run }: Accounts, { before }: EndpointTimeline): OwnCompletion[] {
  return run.filter((one) => !beganAfter(one, before));
}

const beganAfter = ({ exchange }: OwnCompletion, reading: LiveTotals): boolean =>
  exchange.startedAt > reading.exchange.startedAt + reading.exchange.timing.endMs;

/** All completions that an endpoint's growth must show. */
export function all(accounts: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return [...since(accounts.run, timeline.before), ...later(accounts)];
}

/** Completions that were sent by the accounting itself. */
const later = ({ stream, round, steps }: Accounts): OwnCompletion[] => [
  ...stream,
  ...round,
  ...steps.flatMap((step) => step.own),
];

/** When an own completion ended, in epoch milliseconds of the run's clock. */
export const endOf = ({ exchange }: OwnCompletion): number => exchange.startedAt + exchange.timing.endMs;
