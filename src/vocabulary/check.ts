import type { ChoicePart, Reply } from './answer.ts';
import type { AnswerKey } from './answer-key.ts';
import type { Area } from './areas.ts';
import type { CheckId } from './check-ids.ts';
import type { Clock } from './clock.ts';
import type { Derivation } from './derivation.ts';
import type { Discovered } from './discovered.ts';
import type { Exchange, RequestSpec } from './exchange.ts';
import type { Breach, Harm } from './harm.ts';
import type { PlannedCompletion } from './planned-completion.ts';
import type { RunLog } from './run-log.ts';
import type { OtherClient, Settings, UsageNames } from './settings.ts';
import type { Seen, Sweep } from './sweep.ts';
import type { Undecidable } from './undecidable.ts';
import type { UsageDays } from './usage-days.ts';
import type { Level } from './verdict.ts';

/**
 * A violation, or an inconclusive observation, of a judge. It always names what was expected, what was found,
 * where, and in which exchange.
 */
export interface Finding {
  /** The expectation, in the contract's words. */
  expected: string;
  /** The actual value; foreign text is quoted and short. */
  actual: string;
  /** A JSON pointer (`body /choices/0/index`), a byte offset (`byte 1204`), a header (`header content-type`), `status`. */
  place: string;
  /** Ids of the exchanges that show it, the decisive one first. */
  exchanges: readonly [string, ...string[]];
  /** How `actual` was derived. A judge sets it if the words do not show it; a run's record always has it. */
  derived?: Derivation;
  /** Lower than the check's level if the oracle says so; `inconclusive` if it cannot be decided. */
  as?: 'warn' | 'inconclusive';
  /** Its repetition was correct. */
  unstable?: true;
  /** For an `actual` that names a cause, which a correct repetition disproves: the same without it. */
  withoutCause?: string;
  /** The violated section, if it is narrower than the check's clauses. */
  clause?: string;
  /** The kind of violation, if it says more than the check: `bad-accepted`, `server-error`. */
  breach?: Breach;
  /** How many of the run's responses show it, if all of them were judged. */
  seen?: Seen;
  /**
   * Facts that this finding depends on. If one of them is broken, the finding may be its effect and is not
   * reported.
   */
  restsOn?: readonly FactName[];
  /** The broken fact that is its cause. */
  blockedBy?: FactName;
}

/** A fact is the rule in the title of a check. The check owns the fact, and its id names the fact. */
export type FactName = CheckId;

/** A pure function from evidence to findings: no network, no clock. An empty list means that the clause held. */
export type Judge<E> = (evidence: E) => readonly Finding[];

/** The same for evidence that may not show whether the clause held. */
export type DoubtingJudge<E> = (evidence: E) => readonly Finding[] | Undecidable;

/** Gathers evidence in one round, or returns the reason why there is none. */
export type Gather<E> = (ask: Requester) => Promise<E | Undecidable>;

/**
 * When a check runs: `first` before anything is billed, `early` before any stream, `accounting` after all
 * completions, `late` after that, `last` with requests that may cause a lock-out, `end` with those that most likely do,
 * and `after` when every response has come.
 */
export type Phase = 'first' | 'early' | 'main' | 'accounting' | 'late' | 'last' | 'end' | 'after';

/** Values for a later comparison: read before its phase, whichever other checks are selected. */
export interface Baseline {
  phase: 'first' | 'early' | 'accounting';
  /** Facts that decide what it reads. It waits for them. */
  adaptsTo?: readonly FactName[];
  /** Reads them by `shared`, so that the check gets the same response. Rejections are left to the check. */
  read(context: CheckContext): Promise<unknown>;
}

/** Inputs that a user must provide for a check to apply. */
export type Precondition = 'empty-wallet-key' | 'other-organization-key' | 'reasoning-model';

/** One check of the target. Checks are data: a suite exports a flat list of these. */
export interface Check {
  /** Stable, lower-case, readable: `stream/ends-with-done`. The first segment is the area. */
  id: `${Area}/${string}`;
  /** A sentence in the present tense that is true of a conformant service. */
  title: string;
  /** Clauses of the spec behind it, dotted: `7.3`. */
  clauses: readonly [string, ...string[]];
  level: Level;
  /** No sentence of the ledger covers it: it is listed there with its title as the sentence. */
  ownSentence?: true;
  /** The harm of a violation, if it differs from that of its section (`SECTIONS`). */
  harm?: Harm;
  /** Default `main`. */
  phase?: Phase;
  /** The smallest profile that includes it; default `smoke`. */
  profile?: Settings['profile'];
  preconditions?: readonly Precondition[];
  /** Its baseline. */
  baselines?: readonly Baseline[];
  /** It runs a client that has to be requested (`--clients`), and is skipped otherwise. */
  client?: OtherClient;
  /** Facts without which it is inconclusive if one is broken, and not applicable if one does not apply. */
  restsOn?: readonly FactName[];
  /** Facts that decide what it sends, or which findings count: it runs whatever their state is. */
  adaptsTo?: readonly FactName[];
  /**
   * For checks that compare several responses about closed days, which a service may correct meanwhile: tests
   * whether they changed, and rejects with `Inconclusive` then. A repeated violation counts only if they did not
   * change; one that was not repeated makes the check inconclusive.
   */
  comparesHistory?(context: CheckContext, ask: Requester): Promise<void>;
  /**
   * It sends invalid keys, after which a service may lock callers out for a while: a rejection of that kind that is
   * not repeated makes the check inconclusive.
   */
  meetsLockOuts?: true;
  /** For `explain`: what is sent, and what passes, warns and fails, in two or three sentences. */
  about: string;
  /** Rules that are applied to every response of the run, in addition to those of `run`. */
  sweeps?: readonly Sweep[];
  /** Sends requests and judges. It returns `Undecidable` if the check is inconclusive; other values are ignored. */
  run(context: CheckContext): Promise<unknown>;
}

/** A check in the list of all checks. */
export type PlacedCheck = Check & { harm: Harm };

/** Sends requests in one round. In the second one, which confirms a violation, it asks for shared responses again. */
export interface Requester {
  /** 1, or 2 when a violation is being confirmed. */
  readonly round: 1 | 2;
  /**
   * Sends a request and retries transient responses (408, 429, 502 to 504, 520 to 527, 529, a dropped connection)
   * within bounds. Rejects with `Inconclusive` if they do not end.
   */
  send(spec: RequestSpec): Promise<Exchange>;
  /** Sends once, without retries. */
  sendOnce(spec: RequestSpec): Promise<Exchange>;
  /** Sends a control once for all waiting checks, when nothing else is left to send. */
  sendControl(spec: RequestSpec): Promise<Exchange>;
  /**
   * A shared response: `make` runs once per round and key in the whole run, on behalf of the key and not of the
   * check. A rejection is shared too.
   */
  shared<T>(key: AnswerKey<T>, make: (ask: Requester) => Promise<T>): Promise<T>;
  /**
   * The response to a planned completion, for checks that need the completion itself: requested once per round for
   * all of them. Without one, it rejects with `Inconclusive`, which names the check that reports the rejection, or
   * with `NotApplicable` if the target follows the published description without a member of it. Another check
   * reports a success without a completion.
   */
  answered(row: PlannedCompletion): Promise<Exchange>;
  /**
   * The same, assembled, streamed or not; of a stream only the aspect `at`. Rejects with `Inconclusive` if it cannot
   * be assembled, which another check reports.
   */
  reply(row: PlannedCompletion, at?: ChoicePart): Promise<Reply>;
}

/** The functions of a check: to send requests, and to record results. */
export interface CheckContext extends Requester, RunLog {
  readonly settings: Settings;
  /** The model for completions, determined by the handshake. */
  readonly model: string;
  readonly reasoningModel: string | undefined;
  /**
   * The valid completions that the run pays for and that its checks share, in their order: the named ones, then rows
   * in which every compatible pair of classes of two members occurs (spec 2.1, 4.1).
   */
  readonly planned: readonly PlannedCompletion[];
  /**
   * The parameter names of the usage endpoints, discovered once per run by their effect (spec 4.2, 4.3). Rejects with
   * `Inconclusive` only if nothing answers.
   */
  usageNames(): Promise<Discovered>;
  /**
   * A request, or its largest part that the service accepts and that satisfies the predicate; the request itself if
   * there is none, or if it is rejected for a required part. A rejection is free, and an accepted part costs what the
   * request would have cost. Requests to additional models are not retried, because their number is promised.
   */
  acceptedPart(
    ask: Requester,
    row: PlannedCompletion,
    wanted: (row: PlannedCompletion) => boolean,
  ): Promise<PlannedCompletion>;
  readonly clock: Clock;
  /** Reports a wait until at most this time (epoch ms); call the returned function at its end. */
  waits(what: string, until: number): () => void;
  /** Whether a check is among those that run. */
  selected(id: string): boolean;
  /**
   * Whether a fact that the check names is not known to be broken: it holds, does not apply, or was not selected.
   */
  holds(fact: FactName): boolean;
  /** Whether the owner of a fact that the check names ended in a `fail`. */
  failed(fact: FactName): boolean;
  /** Deterministic numbers in [0, 1) for this check and seed. */
  random(): number;
  /**
   * Gathers evidence and judges it; a violation that would be a `fail` is gathered and judged again before it
   * counts. Returns the evidence of the first round.
   */
  verify<E>(gather: Gather<E>, judge: DoubtingJudge<E>): Promise<E>;
  /**
   * The same over a list: the first violation is repeated, the others are listed. An empty list is inconclusive:
   * `ifNone`.
   */
  verifyEach<E>(items: readonly Gather<E>[], judge: DoubtingJudge<E>, ifNone?: string): Promise<void>;
  /**
   * The same over invalid requests, billed if accepted: one first, then more. `before`: how many were sent before.
   */
  verifyInTurn<E>(items: readonly Gather<E>[], judge: DoubtingJudge<E>, before?: number): Promise<void>;
  /** Records a finding without repeating it (if it was repeated already, or is lowered to `warn`). */
  report(...findings: Finding[]): void;
  /** Records that these exchanges exercised the clause and it held. */
  held(...exchanges: Exchange[]): void;
  /** Records behavior that the contract leaves open. `value` is short, machine-readable and stable between runs. */
  observe(key: string, value: string, ...exchanges: Exchange[]): void;
  /** A rejection (no 429) that all requests met for a while, with its control and the control after its end. */
  rateLimited(): { refused: Exchange; control?: Exchange; later: Exchange } | undefined;
  /** Connections carry state that they should not: from now on each request has a separate one. */
  separateConnections(): void;
  /** Adds facts about the usage endpoints, or the target, to the report. */
  discovered(names: UsageNames): void;
  /** Adds the totals of closed days to the report, for people. */
  comparedDays(days: UsageDays): void;
}
