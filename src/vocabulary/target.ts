import type { CheckId } from './check-ids.ts';
import type { Clock } from './clock.ts';
import type { Exchange, RequestSpec } from './exchange.ts';
import type { Tally } from './tally.ts';

/**
 * Whether other checks wait for the response (`pressing`), or none does, so that it is sent when there is time;
 * `alone`: nothing else is in flight, so that load cannot affect the response.
 */
export type Urgency = 'pressing' | 'unhurried' | 'alone';

/** The owner of a request, so that a replay finds its exchange. */
export interface Asker {
  owner: string;
  turn: number;
  urgency?: Urgency | undefined;
}

/** Whether this owner repeats a violation: see `Check`. */
export function isRepetition(owner: string): boolean {
  return owner.endsWith('#2');
}

/** Knowledge about a transient response by the kind of its request. */
export interface KnownKind {
  /** Maximum attempts. */
  attempts: number;
  /** A description, if several such requests always got this error, whatever the load. */
  steady?: string;
  /** The check that reports it. */
  toldBy?: CheckId;
}

/** Knowledge about a target from its responses: the same responses in the same order yield the same. */
export interface Health {
  /** Knowledge about a transient response to this request; undefined if it may pass. */
  known(spec: RequestSpec, exchange: Exchange): KnownKind | undefined;
}

/** Is called for limits with another status than 429, which are recognized only when they are over. */
export interface LimitPace {
  /** A request was answered, with or without meeting the limit. */
  heard(exchange: Exchange, taken: boolean): void;
  /** A request met the limit, whose end is `now`. */
  slowDown(refused: Exchange, now: number): void;
}

/**
 * The service under test, as seen above HTTP. `send` makes one attempt and always resolves: network failures are
 * part of the exchange. It rejects only if nothing more may be sent (`RunStopped`, `BudgetSpent`, `TargetDown`).
 */
export interface Target {
  readonly clock: Clock;
  /** The requests so far. */
  readonly tally: Tally;
  readonly health: Health;
  readonly limitPace: LimitPace;
  /** It answers from a record, which shows which requests were repeated. */
  readonly isRecorded?: true;
  send(spec: RequestSpec, asker: Asker): Promise<Exchange>;
  /** From now on each request has a separate connection, except those that name one. */
  separate(): void;
  /** A server error may be caused by load: fewer requests are in flight from now on. */
  goEasier(): void;
  /** Aborts all requests in flight and releases the connections. */
  close(): Promise<void>;
}

/** The run was interrupted: nothing more is sent. */
export class RunStopped extends Error {
  override name = 'RunStopped';
}

/** A limit of the user (`--max-requests` and similar ones) would be exceeded. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** The target does not respond: the circuit breaker is open, with the reason. */
export class TargetDown extends Error {
  override name = 'TargetDown';
}
