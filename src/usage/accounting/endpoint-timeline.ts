import type { Inconclusive } from '../../vocabulary/check.ts';
import type { Query } from '../endpoints.ts';
import { minus, type Totals } from '../measures.ts';
import type { LiveEndpoint, LiveTotals } from './live-totals.ts';
import type { OwnCompletion } from './own-completions.ts';

/** One endpoint through the whole run. */
export interface EndpointTimeline {
  endpoint: LiveEndpoint;
  range: Query;
  /** Before the run's completions; the handshake's may be in it or not. */
  before: LiveTotals;
  /** In an exclusive run: whether it stood still before. */
  stillBefore: boolean;
  /** When the completions of the run were in it, or when waiting for them ended. */
  afterRun: LiveTotals;
  /** The same for the second round; absent where none was sent. */
  afterRound: LiveTotals | undefined;
  /** The last reading of all. */
  last: LiveTotals;
  /** Whether a completion that was sent later was counted, and it stood still for the settle time then. */
  settled: boolean;
  /** Milliseconds from the end of the run's last completion until all were in; undefined when they never were. */
  lagMs: number | undefined;
}

/** Everything that accounting is judged by. */
export interface Accounts {
  timelines: EndpointTimeline[];
  /** Endpoints that could not be followed, and why. */
  leftOut: { endpoint: LiveEndpoint; error: Inconclusive }[];
  run: OwnCompletion[];
  round: OwnCompletion[];
  sentinel: OwnCompletion[];
}

/** By how much an endpoint's totals have grown since before the run. */
export const grown = (timeline: EndpointTimeline): Totals =>
  minus(timeline.last.totals, timeline.before.totals);

/** Completions that began after a reading: those before may be in it or not. */
export function since(own: readonly OwnCompletion[], reading: LiveTotals): OwnCompletion[] {
  return own.filter((o) => o.exchange.startedAt > reading.exchange.startedAt);
}

/** Completions whose count in a reading is not known: they ended before it, and counting may lag. */
export function uncertain({ run }: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return run.filter((o) => o.exchange.startedAt <= timeline.before.exchange.startedAt);
}

/** All completions that an endpoint's growth must show. */
export function all({ run, round, sentinel }: Accounts, timeline: EndpointTimeline): OwnCompletion[] {
  return [...since(run, timeline.before), ...round, ...sentinel];
}

/** When an own completion ended, in epoch milliseconds of the run's clock. */
export const endOf = ({ exchange }: OwnCompletion): number => exchange.startedAt + exchange.timing.endMs;
