import type { AnswerKey } from './answer-key.ts';
import type { Area } from './areas.ts';
import type { CheckId } from './check-ids.ts';
import type { Clock } from './clock.ts';
import type { Derivation } from './derivation.ts';
import type { Exchange, RequestSpec } from './exchange.ts';
import type { Breach, Harm } from './harm.ts';
import type { OtherClient } from './other-clients.ts';
import type { Settings, UsageNames } from './settings.ts';
import type { Seen, Sweep } from './sweep.ts';
import type { Undecidable } from './undecidable.ts';
import type { UsageDays } from './usage-days.ts';
import type { Level } from './verdict.ts';

/** A breach, or a doubt, that a judge found. It always says what was expected, what came, where, and in which exchange. */
export interface Finding {
  /** In the contract's words: what should have come. */
  expected: string;
  /** What came instead; foreign text in it is quoted and short. */
  actual: string;
  /** A JSON pointer (`body /choices/0/index`), a byte offset (`byte 1204`), a header (`header content-type`), `status`. */
  place: string;
  /** Ids of the exchanges that show it, the decisive one first. */
  exchanges: readonly [string, ...string[]];
  /** How `actual` comes about. A judge says it where its words don't; a run's record always does. */
  derived?: Derivation;
  /** Lower than the check's level where the oracle says so; `inconclusive` when it can't be decided. */
  as?: 'warn' | 'inconclusive';
  /** The section that is broken, when it is narrower than the check's own clauses. */
  clause?: string;
  /** In which way it is broken, where that tells more than the check does: `bad-accepted`, `server-error`. */
  breach?: Breach;
  /** How many of the run's answers show it, where all of them were judged. */
  seen?: Seen;
  /** Facts that this finding rests on. Where one of them is broken, the finding may be its effect and accuses nobody. */
  restsOn?: readonly FactName[];
  /** The broken fact that it is attributed to. */
  blockedBy?: FactName;
}

/** A fact is what the title of a check states. The check owns the fact, and its id names the fact. */
export type FactName = CheckId;

/** A pure function from evidence to findings: no network, no clock. An empty list says that the clause held. */
export type Judge<E> = (evidence: E) => readonly Finding[];

/** The same for evidence that may not show whether the clause held. */
export type DoubtingJudge<E> = (evidence: E) => readonly Finding[] | Undecidable;

/** Asks for evidence in one round, or says why there is none. */
export type Gather<E> = (ask: Requester) => Promise<E | Undecidable>;

/**
 * When a check runs: `first` before anything is billed, `early` before any stream, `accounting` when all completions are
 * done, `late` after that, `last`, after all, whatever may lock the key out, and `end`, after that, what is likeliest to.
 */
export type Phase = 'first' | 'early' | 'main' | 'accounting' | 'late' | 'last' | 'end';

/** What a check compares with later: it is read before its phase, whichever other checks are selected. */
export interface Baseline {
  phase: 'first' | 'early' | 'late';
  /** Reads it by `shared`, so that the check meets the same answer. What it rejects with is left to the check. */
  read(context: CheckContext): Promise<unknown>;
}

/** What a user must give for a check to apply. */
export type Precondition = 'empty-wallet-key' | 'other-organization-key' | 'reasoning-model';

/** One question to the target. Checks are data: a suite exports a flat list of these. */
export interface Check {
  /** Stable, lower-case, readable: `stream/ends-with-done`. The first segment is the area. */
  id: `${Area}/${string}`;
  /** A sentence in the present tense that is true of a conforming service. */
  title: string;
  /** Clauses of the spec that it rests on, dotted: `7.3`. */
  clauses: readonly [string, ...string[]];
  level: Level;
  /** No sentence of the ledger speaks of it: it stands there as one of its own, which is its title. */
  ownSentence?: true;
  /** What it does to people when this does not hold, where that differs from its section (`SECTIONS`). */
  harm?: Harm;
  /** Default `main`. */
  phase?: Phase;
  /** The smallest profile that runs it; default `smoke`. */
  profile?: Settings['profile'];
  preconditions?: readonly Precondition[];
  /** What it compares with. */
  baselines?: readonly Baseline[];
  /** It runs a client that has to be asked for (`--clients`), and is left out otherwise. */
  client?: OtherClient;
  /** Facts without which it says nothing: where one is broken it is inconclusive, where one does not apply neither does it. */
  restsOn?: readonly FactName[];
  /** Facts that decide what it asks, or which of its findings count: it runs whatever became of them. */
  adaptsTo?: readonly FactName[];
  /**
   * For checks that hold several answers about closed days against each other, which a service may correct meanwhile: looks
   * whether they changed, and rejects with `Inconclusive` then. A breach that came again counts only where they did not; one
   * that did not come again leaves the check undecided.
   */
  comparesHistory?(context: CheckContext, ask: Requester): Promise<void>;
  /**
   * It sends bad keys, after which a service may lock callers out for a while: a refusal of that kind that does not come again
   * leaves the check undecided.
   */
  meetsLockOuts?: true;
  /** For `explain`: what is sent, and what passes, warns and fails, in two or three sentences. */
  about: string;
  /** Rules that are applied to every answer of the run, beside those that `run` asks for. */
  sweeps?: readonly Sweep[];
  /** Asks and judges. It returns `Undecidable` when the check can't be decided; other values mean nothing. */
  run(context: CheckContext): Promise<unknown>;
}

/** A check in the list of all. */
export type PlacedCheck = Check & { harm: Harm };

/** Asks within one round. In the second round, which confirms a violation, shared answers are asked for anew. */
export interface Requester {
  /** 1, or 2 when a violation is being confirmed. */
  readonly round: 1 | 2;
  /**
   * Sends a request and retries transient answers (408, 429, 502 to 504, 520 to 527, 529, a dropped connection)
   * within bounds. Rejects with `Inconclusive` when they do not end.
   */
  send(spec: RequestSpec): Promise<Exchange>;
  /** Sends once: whatever comes is the answer. */
  sendOnce(spec: RequestSpec): Promise<Exchange>;
  /** Asks for a control once for all who wait for the same one, when nothing else is left to ask; sent once. */
  sendControl(spec: RequestSpec): Promise<Exchange>;
  /**
   * An answer that several checks look at: `make` runs once per round and key in the whole run, on behalf of the
   * key and not of the check. A rejection is shared too.
   */
  shared<T>(key: AnswerKey<T>, make: (ask: Requester) => Promise<T>): Promise<T>;
}

/** What a check has at hand: questions to ask, and a place to put what came of them. */
export interface CheckContext extends Requester {
  readonly settings: Settings;
  /** The model for completions, settled by the handshake. */
  readonly model: string;
  readonly reasoningModel: string | undefined;
  readonly clock: Clock;
  /** Tells whoever watches that something is waited for, until then at most (epoch ms); call what it returns after that. */
  waits(what: string, until: number): () => void;
  /** Whether a check is among those that run. */
  selected(id: string): boolean;
  /** Whether a fact that the check names is not known to be broken: it holds, does not apply, or was not selected. */
  holds(fact: FactName): boolean;
  /** Whether the owner of a fact that the check names ended in a `fail`. */
  failed(fact: FactName): boolean;
  /** Deterministic numbers in [0, 1) for this check and seed. */
  random(): number;
  /**
   * Gathers evidence and judges it; a violation that would be a `fail` is gathered and judged once more before it
   * counts. Returns the evidence of the first round.
   */
  verify<E>(gather: Gather<E>, judge: DoubtingJudge<E>): Promise<E>;
  /** The same over a list: the first violation is repeated, the others are named. An empty one is inconclusive: `ifNone`. */
  verifyEach<E>(items: readonly Gather<E>[], judge: DoubtingJudge<E>, ifNone?: string): Promise<void>;
  /** The same over bad requests, billed where accepted: one first, then more. `before`: how many were sent before. */
  verifyInTurn<E>(items: readonly Gather<E>[], judge: DoubtingJudge<E>, before?: number): Promise<void>;
  /** Records a finding as it is, without repeating it (for what was repeated already, or lowers to `warn`). */
  report(...findings: Finding[]): void;
  /** Says that these exchanges exercised the clause and it held. */
  held(...exchanges: Exchange[]): void;
  /** Records behaviour on which the contract is silent. `value` is short, machine-readable and stable between runs. */
  observe(key: string, value: string, ...exchanges: Exchange[]): void;
  /**
   * Every request that this run sent to the completion endpoint with the main key, refused ones and retries included,
   * in the order in which they ended: what totals must grow by. `billable` tells those that were meant to succeed.
   */
  ownCompletions(): readonly Exchange[];
  /** Of a merged run, what its other shards sent there: other answers of the same service. Empty otherwise. */
  completionsElsewhere(): readonly Exchange[];
  /** Exchanges whose response held a secret of ours, in the order of their ids. */
  leaks(): readonly Exchange[];
  /** Every answer of the run with a status of 500 or above, without its body. */
  serverErrors(): readonly Exchange[];
  /** The forms in which refusals and server errors came (media type, and whether JSON parses), with the first of each. */
  errorForms(): ReadonlyMap<string, Exchange>;
  /** Each (status, media type, Allow-like facts) that the completion endpoint answered in this run, with an example. */
  completionStatuses(): ReadonlyMap<number, Exchange>;
  /** A refusal (no 429) that everything met for a while, with the control beside it and the control when it was over. */
  rateLimited(): { refused: Exchange; control?: Exchange; later: Exchange } | undefined;
  /** Connections carry over what they should not: from now on each request has one of its own. */
  separateConnections(): void;
  /** Puts what was found out about the usage endpoints, or the target, into the report. */
  discovered(names: UsageNames): void;
  /** Puts what the usage endpoints say of closed days into the report, for people to look at. */
  comparedDays(days: UsageDays): void;
}
