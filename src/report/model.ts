import type { ConstraintCoverage } from '../requests/coverage.ts';
import type { Finding } from '../vocabulary/check.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import type { Harm } from '../vocabulary/harm.ts';
import type { CheckFacts, KnownFinding, MergedShard, Observation, RunLine } from '../vocabulary/record.ts';
import type { Prices, Settings, UsageNames } from '../vocabulary/settings.ts';
import type { AnswerCounts } from '../vocabulary/sweep.ts';
import type { UsageDays } from '../vocabulary/usage-days.ts';
import type { Level, RunVerdict, Severity, Verdict } from '../vocabulary/verdict.ts';

/** Raised when a member changes its meaning or is removed; additions do not raise it. */
export const REPORT_FORMAT = 1;

/** A finding with everything that is needed to examine it again. */
export interface ReportFinding
  extends Pick<Finding, 'expected' | 'actual' | 'place' | 'derived' | 'seen' | 'breach'> {
  severity: Severity;
  clause: string;
  /** Ids of the exchanges that show it, the decisive one first. */
  exchanges: string[];
  /** The smallest of those exchanges. */
  probe?: string;
  /** The service's message in that exchange, short and redacted; of a server error also its status and time. */
  said?: string;
  answered?: { status: number; afterMs: number };
  /** A shell command that repeats that request; the key comes from the environment. */
  curl?: string;
  /** Names the finding in other runs; see `fingerprint`. */
  fingerprint?: string;
  /** Who accepted it, why, and until when; it then does not affect the exit code. */
  accepted?: { reason: string; owner: string; until: string };
  /** The harm to users: by the kind of violation, else that of the check. */
  harm: Harm;
}

export interface ReportCheck extends Omit<CheckFacts, 'harm'> {
  area: string;
  verdict: Verdict;
  /** One line for people. */
  message: string;
  findings: ReportFinding[];
  /** Ids of the exchanges that it used. */
  evidence: string[];
  /** The harm of the worst finding; without findings, that of a violation. */
  harm: Harm;
  /** The root cause: the check that failed, warned or is independently inconclusive, and blocks this one. */
  blockedBy?: string;
  /** 1, or 2 if a violation was repeated before it counted; 0 if nothing was sent. */
  attempts: 0 | 1 | 2;
  /** How long its own exchanges were in flight; see `ownTimes`. */
  durationMs: number;
  /** A shell command that runs only this check, with the same seed. */
  reproduce: string;
}

/** A finding that was accepted before the run, and its state. */
export interface ReportKnown extends Omit<KnownFinding, 'target' | 'finding'> {
  /** `gone`: its check was decided without it. `unseen`: its check was not decided, or of another target. */
  state: 'accepted' | 'expired' | 'gone' | 'unseen';
}

/** A check that blocks others, and the blocked ones. */
export interface ReportCause {
  check: string;
  blocks: string[];
}

/** A behavior that the contract leaves open; flat, so that two runs can be compared. */
export type ReportObservation = Observation & { check: string };

/** One sentence and its result in this run. */
export interface ReportClause {
  clause: string;
  level: Level;
  /** Quoted from the contract, unless it is in our words: see `LedgerRow`. */
  sentence: string;
  ours?: true;
  checks: string[];
  /** Whether a check that judges it was decided in this run; `open` checks judge nothing. */
  tested: boolean;
  /** Those checks; absent if there are none. */
  testedBy?: string[];
  why?: string;
}

export interface ReportCost {
  /** Requests sent, retries included. */
  requests: number;
  /** Bytes of response bodies as received; absent in reports of older versions. */
  received?: number;
  /** Successful and therefore billed completions, choices counted. */
  billed: number;
  /** Completion tokens that they requested: limits times choices. */
  tokensAllowed: number;
  /** Tokens as reported by responses. */
  tokensReported: { prompt: number; completion: number; total: number; hiddenInEach?: number };
  /** Cost at the given prices; absent without prices. */
  usd?: number;
  prices?: Prices;
  /** The requests that a conformant service would have got. */
  planned?: { requests: number; billable: number; tokens: number };
  /** Transient responses that were retried or given up, by status or kind of failure. */
  transient: Record<string, number>;
}

/** One of the runs of a merged one. */
export interface ReportShard extends Pick<MergedShard, 'index' | 'of' | 'unsealed' | 'exchanges'> {
  /** ISO 8601. */
  startedAt: string;
  /** Absent if it was killed. */
  endedAt?: string;
  interrupted?: string;
  checks: number;
}

/** Response times of one endpoint for successful responses, in milliseconds from the request. */
export interface ReportTimings {
  endpoint: 'completion' | 'stream' | 'stats' | 'summary' | 'export';
  /** Of a stream, also the time to its first byte. */
  measure: 'first byte' | 'whole answer';
  count: number;
  /** Values that were measured, by nearest rank. */
  p50: number;
  p90: number;
  p99: number;
  max: number;
  /** Responses up to this duration, above the previous class; the last class has no `upToMs`. */
  classes: { upToMs?: number; count: number }[];
}

export interface ReportCounts extends Record<Verdict, number> {
  total: number;
}

/** The result of the last proof. Combinations are several variants in one service. */
export interface ReportProof extends Record<string, unknown> {
  /** Of the proved checks. */
  checksDigest?: string;
  /** ISO 8601, the day. */
  date?: string;
  faults?: { known: number; caught: number };
  variants?: { known: number; leftAlone: number };
  combinations?: { known: number; leftAlone: number };
}

export type ClientFeature =
  | 'create'
  | 'stream'
  | 'tool loop'
  | 'formats'
  | 'log probabilities'
  | 'errors'
  | 'usage';

/** `unknown`: not tested, or inconclusive. */
export type ClientOutcome = 'works' | 'limited' | 'breaks' | 'unknown';

/** Whether a client library works with the service, feature by feature. */
export interface ReportClient {
  /** The name that its users know: `openai (Node) 7`, `LangChain`. */
  client: string;
  /** Whether it was run against the service itself; if not, `note` has what is known. */
  basis: 'run' | 'known';
  note?: string;
  features: {
    feature: ClientFeature;
    outcome: ClientOutcome;
    /** Ids of the checks with this result, the decisive one first. */
    checks: string[];
    /** The reason in one line, if it is limited or breaks. */
    why?: string;
  }[];
}

/** The service that was judged. */
export interface JudgedService
  extends Pick<Settings, 'baseUrl' | 'model' | 'reasoningModel' | 'otherModels'> {
  /** The parameter names of the usage endpoints. */
  names?: UsageNames;
  /** Headers that identify the service, or a gateway. */
  headers: [string, string][];
}

/** The whole run without the evidence: `report.json`. */
export interface Report {
  format: 'chatspec-report';
  formatVersion: typeof REPORT_FORMAT;
  verdict: RunVerdict;
  /** The verdict in one line: "conformant", or "the 3 selected checks held (3 of 20)". See `runStatement`. */
  statement: string;
  /** "81 passed, 2 failed, 3 inconclusive, 6 not applicable of 92" */
  summary: string;
  counts: ReportCounts;
  /** Areas in which some check was not applicable. */
  notApplicableAreas: string[];
  suite: RunLine['suite'];
  spec: RunLine['spec'];
  target: JudgedService;
  seed: number;
  profile: Settings['profile'];
  /** ISO 8601. */
  startedAt: string;
  endedAt: string;
  durationMs: number;
  /** Present if the run ended early: a signal, a limit, or a journal without an end. */
  ended?: { interrupted?: string; stopped?: string; cutOff?: true };
  /** SHA-256 of the test inputs (checks, options, seed), and of the machine. */
  fingerprints: { testedWith: string; environment: string };
  environment: RunLine['environment'];
  settings: Settings;
  credentials: Credential[];
  selection: { only: string[]; skip: string[] };
  strictness: RunLine['strictness'];
  cost: ReportCost;
  /** Response times; absent in reports of older versions. */
  timings?: ReportTimings[];
  /** Totals of stats, summary and export for closed days; absent if not compared. */
  usageDays?: UsageDays;
  /** Received, validated and violating responses by type; absent in older reports. */
  answers?: readonly AnswerCounts[];
  /** The runs that this one was merged from; absent for a single run. */
  shards?: ReportShard[];
  checks: ReportCheck[];
  observed: ReportObservation[];
  /** Findings that were accepted before the run, with their states; absent without any. */
  known?: ReportKnown[];
  causes: ReportCause[];
  clients: ReportClient[];
  ledger: ReportClause[];
  /** Every constraint of the request's schema, and whether this run exercised it. */
  coverage: ConstraintCoverage[];
  clauses: Record<string, string>;
  proof?: ReportProof;
  /** Last, so that a truncated file is noticed: the counts, and the digest of everything above. */
  footer: { checks: number; exchanges: number; observed: number; digest: string };
}
