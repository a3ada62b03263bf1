import type { Check, Finding } from './check.ts';
import type { Credential, Exchange, MadeKey, ResponseRecord } from './exchange.ts';
import type { Settings, Shard, UsageNames } from './settings.ts';
import type { AnswerCounts } from './sweep.ts';
import type { UsageDays } from './usage-days.ts';
import type { Verdict } from './verdict.ts';

/**
 * The record of a run, one JSON object per line: `run` first, then exchanges and results in the order in which they
 * end, `end` last. It is the only source of every report. Everything is redacted before it is written.
 */

/** Data of a check for reports, independent of later suites. */
export type CheckFacts = Pick<Check, 'id' | 'title' | 'clauses' | 'level' | 'harm' | 'restsOn' | 'adaptsTo'>;

/** The same, with the conditions under which a run includes the check: its smallest profile, and its client. */
export type CatalogueEntry = CheckFacts & Partial<Pick<Check, 'profile' | 'client'>>;

/** One of the runs of a merged one. */
export interface MergedShard extends Shard {
  /** Its checks. */
  selected: string[];
  credentials: Credential[];
  startedAt: number;
  /** Absent if its record has no end. */
  endedAt?: number;
  interrupted?: EndLine['interrupted'];
  /** Its folder had no manifest, so an alteration of its record would not be noticed. */
  unsealed?: true;
  /** The offset of its exchange numbers: `e1` of its own record is `e1 + before` here. */
  before: number;
  /** Its number of exchanges. */
  exchanges: number;
}

export interface RunLine {
  type: 'run';
  format: 1;
  suite: { name: string; version: string; commit?: string; checksDigest: string };
  spec: { title: string; digest: string };
  settings: Settings;
  /** The available keys by name; never the keys. */
  credentials: Credential[];
  /** Near-miss keys that cannot be made of the key, and why. */
  unmadeKeys?: Partial<Record<MadeKey, string>>;
  selection: { only: string[]; skip: string[]; selected: string[] };
  /** Every check, selected or not, in the order of the suite. */
  catalogue?: CatalogueEntry[];
  strictness: { require: string[]; failOnWarn: boolean; strictKnown?: boolean };
  /** Findings that were accepted before the run. */
  known?: KnownFinding[];
  /** The shell command that judges the same service again, without a selection and a seed. */
  repeat?: string;
  /** The runs of a merged one, in the order of their shards. */
  shards?: MergedShard[];
  environment: { node: string; platform: string; dependencies: Record<string, string> };
  startedAt: number;
}

/** Bytes as text if they are valid UTF-8, else in Base64. */
export type StoredBytes = { text: string } | { base64: string };

/** An exchange with its bodies as text or Base64. */
export interface ExchangeLine extends Omit<Exchange, 'request' | 'response'> {
  type: 'exchange';
  request: Omit<Exchange['request'], 'body'> & { body: StoredBytes };
  response?: Omit<ResponseRecord, 'body'> & {
    /** At least the first 4 KiB, if `file` has the whole body. */
    body: StoredBytes;
    size: number;
    file?: string;
  };
}

export interface Observation {
  key: string;
  value: string;
  exchanges: string[];
}

export interface CheckLine {
  type: 'check';
  id: string;
  verdict: Verdict;
  /** One line for people. */
  message: string;
  findings: Finding[];
  observations: Observation[];
  /** Ids of its exchanges, each once. */
  evidence: string[];
  /** The check that blocks this one, as known at the time: it may itself be blocked, or have passed. */
  blockedBy?: string;
  startedAt: number;
  durationMs: number;
}

/** Facts about the target. */
export interface DiscoveryLine {
  type: 'discovery';
  model?: string;
  names?: UsageNames;
  /** The totals of stats, summary and export for closed days. */
  usageDays?: UsageDays;
  /** For each response type, how many there were, and how many of them were validated. */
  answers?: readonly AnswerCounts[];
}

export interface EndLine {
  type: 'end';
  endedAt: number;
  interrupted?: 'SIGINT' | 'SIGTERM' | 'SIGHUP';
  /** Why the run stopped early, if it did: an error of chatspec. */
  stopped?: string;
  /** The planned requests of the run; absent if it ended before they were computed. */
  planned?: { requests: number; billable: number; tokens: number };
  counts: { exchanges: number; checks: number };
}

export type RecordLine = RunLine | ExchangeLine | CheckLine | DiscoveryLine | EndLine;

/** Receives the lines of a run. */
export interface Recorder {
  write(line: RecordLine): void;
}

/** An accepted finding: it stays visible, and does not affect the exit code until it expires. */
export interface KnownFinding {
  check: string;
  /** Twelve hexadecimal digits that identify the finding in every run (`report/fingerprint.ts`). */
  fingerprint: string;
  /** The base URL of the acceptance; absent for any. */
  target?: string;
  reason: string;
  owner: string;
  /** The last day of the acceptance, YYYY-MM-DD (UTC). */
  until: string;
  /** A description for readers of the file. */
  finding?: { expected: string; actual: string; place: string };
}
