import type { Exchange } from './exchange.ts';

/** What the exchanges of the whole run showed so far. */
export interface RunLog {
  /**
   * Every request of this run to the completion endpoint with the main key, including rejected ones and retries, in
   * the order in which they ended: the expected growth of totals. `billable` marks those that were meant to
   * succeed.
   */
  ownCompletions(): readonly Exchange[];
  /** In a merged run, those of its other shards. Empty otherwise. */
  completionsElsewhere(): readonly Exchange[];
  /** Exchanges whose response contained a secret of ours, ordered by id. */
  leaks(): readonly Exchange[];
  /** Every answer of the run with a status of 500 or above, without its body. */
  serverErrors(): readonly Exchange[];
  /** The positions on connections at which each request was accepted, by its `contentHash`; none if it was only rejected. */
  acceptedPlaces(): ReadonlyMap<string, ReadonlySet<number>>;
  /** The forms of rejections and server errors (media type, and whether JSON parses), with the first of each. */
  errorForms(): ReadonlyMap<string, Exchange>;
  /** Each (status, media type, Allow-like facts) of the completion endpoint in this run, with an example. */
  completionStatuses(): ReadonlyMap<number, Exchange>;
}
