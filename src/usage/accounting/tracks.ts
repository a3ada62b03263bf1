import type { Undecided } from '../../check.ts';
import type { Query } from '../endpoints.ts';
import { minus, type Totals } from '../measures.ts';
import type { Own } from './own.ts';
import type { LiveEndpoint, Reading } from './reading.ts';

/** One endpoint through the whole run. */
export interface Track {
  endpoint: LiveEndpoint;
  range: Query;
  /** Before the run's completions; the handshake's may be in it or not. */
  before: Reading;
  /** In an exclusive run: whether it stood still before. */
  stillBefore: boolean;
  /** When the completions of the run were in it, or when waiting for them ended. */
  afterRun: Reading;
  /** The same for the second round; absent where none was sent. */
  afterRound: Reading | undefined;
  /** The last reading of all. */
  last: Reading;
  /** Whether a completion that was sent later was counted, and it stood still for the settle time then. */
  settled: boolean;
  /** Milliseconds from the end of the run's last completion until all were in; undefined when they never were. */
  lagMs: number | undefined;
}

/** Everything that accounting is judged by. */
export interface Accounts {
  tracks: Track[];
  /** Endpoints that could not be followed, and why. */
  leftOut: { endpoint: LiveEndpoint; error: Undecided }[];
  run: Own[];
  round: Own[];
  sentinel: Own[];
}

/** By how much an endpoint's totals have grown since before the run. */
export const grown = (track: Track): Totals => minus(track.last.totals, track.before.totals);

/** Completions that began after a reading: those before may be in it or not. */
export function since(own: readonly Own[], reading: Reading): Own[] {
  return own.filter((o) => o.exchange.startedAt > reading.exchange.startedAt);
}

/** Completions whose count in a reading is not known: they ended before it, and counting may lag. */
export function uncertain({ run }: Accounts, track: Track): Own[] {
  return run.filter((o) => o.exchange.startedAt <= track.before.exchange.startedAt);
}

/** All completions that an endpoint's growth must show. */
export function all({ run, round, sentinel }: Accounts, track: Track): Own[] {
  return [...since(run, track.before), ...round, ...sentinel];
}

/** When an own completion ended, in epoch milliseconds of the run's clock. */
export const endOf = ({ exchange }: Own): number => exchange.startedAt + exchange.timing.endMs;
