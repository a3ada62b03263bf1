import type { Derivation } from '../vocabulary/derivation.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import type { Breach, Harm } from '../vocabulary/harm.ts';
import type { CheckFacts, RunLine } from '../vocabulary/record.ts';
import type { Prices, Settings, UsageNames } from '../vocabulary/settings.ts';
import type { AnswerCounts, Seen } from '../vocabulary/sweep.ts';
import type { UsageDays } from '../vocabulary/usage-days.ts';
import type { Level, RunVerdict, Severity, Verdict } from '../vocabulary/verdict.ts';
import type { ReportClient } from './client-model.ts';

/** Raised when a member changes its meaning or goes; additions leave it. */
export const REPORT_FORMAT = 1;

/** A breach or a doubt, with everything that is needed to look at it again. */
export interface ReportFinding {
  severity: Severity;
  clause: string;
  expected: string;
  actual: string;
  /** A JSON pointer (`body /choices/0`), a byte offset (`byte 1204`), a header (`header content-type`), `status`. */
  place: string;
  /** Ids of the exchanges that show it, the decisive one first. */
  exchanges: string[];
  /** The smallest of those exchanges that shows it. */
  probe?: string;
  /** The service's own words in that exchange, short and redacted; of a server error its status, and when it came. */
  said?: string;
  answered?: { status: number; afterMs: number };
  /** A shell line that sends that request again; the key comes from the environment. */
  curl?: string;
  /** How `actual` comes about: a value at the place, a lack, or worked out; absent in reports of version 0.1.0. */
  derived?: Derivation;
  /** How many of the run's answers show it, where all of them were judged. */
  seen?: Seen;
  /** In which way it is broken; findings broken alike are told as one. */
  breach?: Breach;
  /** Names the finding in other runs; see `fingerprint`. */
  fingerprint?: string;
  /** Who accepted it, why, and until which day; it then no longer decides the exit code. */
  accepted?: { reason: string; owner: string; until: string };
  /** What it does to people: by the way in which it is broken, else what the check says. */
  harm: Harm;
}

export interface ReportCheck extends Omit<CheckFacts, 'clauses' | 'harm'> {
  area: string;
  clauses: string[];
  verdict: Verdict;
  /** One line for people. */
  message: string;
  findings: ReportFinding[];
  /** Ids of the exchanges that it looked at. */
  evidence: string[];
  /** What the worst of its findings does to people; without findings, what it would do if it did not hold. */
  harm: Harm;
  /** The root cause: the check that failed, warned or is undecided for a reason of its own, and leaves this undecided. */
  blockedBy?: string;
  /** 1, or 2 when a violation was repeated before it counted; 0 when nothing was asked. */
  attempts: 0 | 1 | 2;
  /** How long at least one of its own exchanges was in flight (`ownTimes`); waiting for those of others is left out. */
  durationMs: number;
  /** A shell line that runs this check alone, with the same seed. */
  reproduce: string;
}

/** What became of a finding that somebody accepted before the run. */
export interface ReportKnown {
  check: string;
  fingerprint: string;
  reason: string;
  owner: string;
  /** YYYY-MM-DD, the last day. */
  until: string;
  /** `gone`: its check was decided without it. `unseen`: its check was not decided, or it is another target's. */
  state: 'accepted' | 'expired' | 'gone' | 'unseen';
}

/** A check that leaves others undecided, and which. */
export interface ReportCause {
  check: string;
  blocks: string[];
}

/** A behaviour on which the contract is silent; flat, so that two runs can be compared. */
export interface ReportObservation {
  check: string;
  key: string;
  value: string;
  exchanges: string[];
}

/** One sentence, and what became of it in this run. */
export interface ReportClause {
  clause: string;
  level: Level;
  /** Of the contract, word for word, unless it is in our words: see `LedgerRow`. */
  sentence: string;
  ours?: true;
  /** Ids of the checks that exercise it. */
  checks: string[];
  /** Whether a check that judges it was decided in this run; one that only records (`open`) judges nothing. */
  tested: boolean;
  /** Those checks; absent when there are none. */
  testedBy?: string[];
  /** Why it was not tested. */
  why?: string;
}

/** One constraint of the request's schema. */
export interface ReportConstraint {
  /** Where it rules: a JSON pointer, `*` for every element. */
  pointer: string;
  keyword: string;
  clause: string;
  /** The checks that break it and try its bound. */
  checks: readonly string[];
  /** Whether all of them were decided in this run. */
  exercised: boolean;
}

export interface ReportCost {
  /** Requests sent, retries included. */
  requests: number;
  /** Bytes of response bodies as they came over the wire; absent in reports of older versions. */
  received?: number;
  /** Completions that were answered with success, and so billed, choices counted. */
  billed: number;
  /** Completion tokens that those asked for: limits times choices. */
  tokensAllowed: number;
  /** What the answers themselves reported. */
  tokensReported: { prompt: number; completion: number; total: number };
  /** Money by the prices given; absent without prices. */
  usd?: number;
  prices?: Prices;
  /** What a service that keeps the contract would have been sent. */
  planned?: { requests: number; billable: number; tokens: number };
  /** Transient answers that were asked again or given up, by status or kind of failure. */
  transient: Record<string, number>;
}

/** One of the runs that a merged one was made of. */
export interface ReportShard {
  index: number;
  of: number;
  /** ISO 8601. */
  startedAt: string;
  /** Absent when it was killed. */
  endedAt?: string;
  interrupted?: string;
  unsealed?: true; // Its folder had no manifest: nothing shows whether its record was altered.
  /** Checks that it asked for. */
  checks: number;
  /** Exchanges that it recorded. */
  exchanges: number;
}

/** How long good answers of one endpoint took, in milliseconds from the request. */
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
  /** How many answers took up to so long, and longer than the class before; those beyond the last have no `upToMs`. */
  classes: { upToMs?: number; count: number }[];
}

export interface ReportCounts extends Record<Verdict, number> {
  total: number;
}

/** The result of the last proof; only what is quoted is named. Combinations are several variants in one service. */
export interface ReportProof extends Record<string, unknown> {
  /** Of the checks that were proved. */
  checksDigest?: string;
  /** ISO 8601, the day. */
  date?: string;
  faults?: { known: number; caught: number };
  variants?: { known: number; leftAlone: number };
  combinations?: { known: number; leftAlone: number };
}

/** The whole of a run, without the evidence: `report.json`. */
export interface Report {
  format: 'chatspec-report';
  formatVersion: typeof REPORT_FORMAT;
  verdict: RunVerdict;
  /** What the run says in one line: "conformant", or "the 3 selected checks held (3 of 20)". See `runStatement`. */
  statement: string;
  /** "81 passed, 2 failed, 3 inconclusive, 6 not applicable of 92" */
  summary: string;
  counts: ReportCounts;
  /** Areas in which some check was not applicable. */
  notApplicableAreas: string[];
  suite: RunLine['suite'];
  spec: RunLine['spec'];
  target: {
    baseUrl: string;
    model?: string;
    reasoningModel?: string;
    /** Models beside the first one that got requests of their own. */
    otherModels?: readonly string[];
    /** What was found out about the usage endpoints. */
    names?: UsageNames;
    /** Headers by which the service, or what stands before it, names itself. */
    headers: [string, string][];
  };
  seed: number;
  profile: Settings['profile'];
  /** ISO 8601. */
  startedAt: string;
  endedAt: string;
  durationMs: number;
  /** Present when the run did not come to its own end: a signal, a limit, or no last line in its journal. */
  ended?: { interrupted?: string; stopped?: string; cutOff?: true };
  /** SHA-256 of what was tested with (checks, options, seed), and of the machine that it ran on. */
  fingerprints: { testedWith: string; environment: string };
  environment: RunLine['environment'];
  settings: Settings;
  credentials: Credential[];
  selection: { only: string[]; skip: string[] };
  strictness: RunLine['strictness'];
  cost: ReportCost;
  /** How long answers took; absent in reports of older versions. */
  timings?: ReportTimings[];
  /** What stats, summary and export said of closed days; absent where they were not compared. */
  usageDays?: UsageDays;
  /** How many answers of each kind came, were validated and broke the contract; absent in older reports. */
  answers?: readonly AnswerCounts[];
  /** The runs that this one was merged from; absent when it is one run. */
  shards?: ReportShard[];
  checks: ReportCheck[];
  observed: ReportObservation[];
  /** Findings that were accepted before the run, and what became of them; absent when there were none. */
  known?: ReportKnown[];
  causes: ReportCause[];
  clients: ReportClient[];
  ledger: ReportClause[];
  /** Every constraint of the request's schema, and whether this run exercised it. */
  coverage: ReportConstraint[];
  /** What each clause is called. */
  clauses: Record<string, string>;
  proof?: ReportProof;
  /** Last, so that a truncated file is noticed: how much there is, and the digest of all of the above. */
  footer: { checks: number; exchanges: number; observed: number; digest: string };
}
