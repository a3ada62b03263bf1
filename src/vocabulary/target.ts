import type { CheckId } from './check-ids.ts';
import type { Clock } from './clock.ts';
import type { Exchange, RequestSpec } from './exchange.ts';
import type { Tally } from './tally.ts';

/**
 * Whether much waits for the answer (`pressing`), or nobody does, so that it is asked when there is room for it; `alone`: nothing
 * else is under way meanwhile, so that the answer tells nothing of the load.
 */
export type Urgency = 'pressing' | 'unhurried' | 'alone';

/** Who asks: used to name the exchange, so that a replay finds it again. */
export interface Asker {
  owner: string;
  turn: number;
  urgency?: Urgency | undefined;
}

/** Whether this owner asks again, because what it saw was a violation: see `Check`. */
export function isRepetition(owner: string): boolean {
  return owner.endsWith('#2');
}

/** What is known of a transient answer by the kind of its request. */
export interface KnownKind {
  /** How often it is tried at most. */
  attempts: number;
  /** In words, where it is an error that came to several such requests every time, whatever the load was. */
  steady?: string;
  /** The check that tells of it. */
  toldBy?: CheckId;
}

/** What was learnt of a target from its answers: the same answers in the same order teach the same. */
export interface Health {
  /** What is known of a transient answer to this request; undefined where it may pass. */
  known(spec: RequestSpec, exchange: Exchange): KnownKind | undefined;
}

/** Hears of limits that speak with another status than 429: they are known only when they are over. */
export interface LimitPace {
  /** A request was answered, without meeting the limit or by meeting it. */
  heard(exchange: Exchange, taken: boolean): void;
  /** A request met the limit, which is over `now`. */
  slowDown(refused: Exchange, now: number): void;
}

/**
 * The service under test, as everything above HTTP sees it. `send` makes one attempt and always resolves: what goes
 * wrong on the wire is part of the exchange. It rejects only when nothing may be sent any more (`RunStopped`,
 * `BudgetSpent`, `TargetDown`).
 */
export interface Target {
  readonly clock: Clock;
  /** What was asked of it so far. */
  readonly tally: Tally;
  readonly health: Health;
  readonly limitPace: LimitPace;
  send(spec: RequestSpec, asker: Asker): Promise<Exchange>;
  /** From now on each request has a connection of its own, but for those that name one. */
  separate(): void;
  /** What brought a server error did not do so alone: fewer requests are under way at a time from now on. */
  goEasier(): void;
  /** Ends all requests under way and releases the connections. */
  close(): Promise<void>;
}

/** The run was interrupted: nothing is sent any more. */
export class RunStopped extends Error {
  override name = 'RunStopped';
}

/** A limit that the user set (`--max-requests` and its like) would be exceeded. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** The target stopped answering: the breaker is open, with the reason. */
export class TargetDown extends Error {
  override name = 'TargetDown';
}
