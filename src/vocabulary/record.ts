import type { Check, Finding } from './check.ts';
import type { Credential, Failure, Read } from './exchange.ts';
import type { KeySources } from './key-source.ts';
import type { KnownFinding } from './known-finding.ts';
import type { Settings, UsageNames } from './settings.ts';
import type { Shard } from './shard.ts';
import type { AnswerCounts } from './sweep.ts';
import type { UsageDays } from './usage-days.ts';
import type { Verdict } from './verdict.ts';

/*
 * What a run writes, one JSON object a line, as it happens: `run` first, then exchanges and results in the order in
 * which they end, `end` last. It is the one source of every report. Everything is redacted before it is written.
 */

/** What a report says of a check beside its result, whatever suite reads the journal later. */
export type CheckFacts = Pick<Check, 'id' | 'title' | 'clauses' | 'level' | 'harm' | 'restsOn' | 'adaptsTo'>;

/** The same, and on what it depends whether a run has the check: its smallest profile, and the client that it runs. */
export type CatalogueEntry = CheckFacts & Partial<Pick<Check, 'profile' | 'client'>>;

/** One of the runs that a merged one was made of. */
export interface MergedShard extends Shard {
  /** The checks that it asked for. */
  selected: string[];
  credentials: Credential[];
  startedAt: number;
  /** Absent when its record has no end. */
  endedAt?: number;
  interrupted?: EndLine['interrupted'];
  /** Its folder had no manifest, so nothing shows whether its record was altered. */
  unsealed?: true;
  /** What its exchanges were numbered from: `e1` of its own record is `e1 + before` here. */
  before: number;
  /** Exchanges of it. */
  exchanges: number;
}

export interface RunLine {
  type: 'run';
  format: 1;
  suite: { name: string; version: string; commit?: string; checksDigest: string };
  spec: { title: string; digest: string };
  settings: Settings;
  /** Which keys the run had; never the keys. */
  credentials: Credential[];
  selection: { only: string[]; skip: string[]; selected: string[] };
  /** Every check that there was, selected or not, in the order of the suite. */
  catalogue?: CatalogueEntry[];
  strictness: { require: string[]; failOnWarn: boolean; strictKnown?: boolean };
  /** Findings that were accepted before the run. */
  known?: KnownFinding[];
  /** The shell line that asks the same service again, without a selection and a seed. */
  repeat?: string;
  /** Where its keys were found, for the shell lines that ask once more; each in its own variable where it is not here. */
  keySources?: KeySources;
  /** The runs that this one was merged from, in the order of their shards. */
  shards?: MergedShard[];
  environment: { node: string; platform: string; dependencies: Record<string, string> };
  startedAt: number;
}

/** Bytes as text when they are valid UTF-8, else in Base64. */
export type StoredBytes = { text: string } | { base64: string };

export interface ExchangeLine {
  type: 'exchange';
  id: string;
  owner: string;
  turn: number;
  /** Which shard of a merged run asked; its owners and turns are its own. */
  shard?: number;
  label: string;
  credential: Credential;
  request: { method: string; url: string; headers: [string, string][]; body: StoredBytes };
  response?: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: [string, string][];
    /** The beginning, of at least 64 KiB, when `file` names all of it. */
    body: StoredBytes;
    size: number;
    file?: string;
    coding: string;
    wireBytes: number;
    reads: Read[];
    /** In which forms a secret of ours came back in it; the secret itself is hidden in the bytes. */
    leaks?: string[];
    /** Which form was where: `header x-echo`, `body`; absent in journals of version 0.1.0. */
    leakedIn?: [form: string, place: string][];
  };
  failure?: Failure;
  billable?: { tokens: number; choices: number };
  /** Exchanges whose connections had brought an answer too many by the end of this one. */
  doubted?: string[];
  /** Which request it was on its kept connection, from 2, and the exchange before it there. */
  onConnection?: { place: number; after: string };
  startedAt: number;
  timing: { headersMs?: number; firstByteMs?: number; endMs: number };
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
  /** Ids of the exchanges that it looked at, each once. */
  evidence: string[];
  /** The check that answers for why this one is undecided, as it was known then: it may itself be blocked, or hold. */
  blockedBy?: string;
  startedAt: number;
  durationMs: number;
}

/** What was learnt about the target on the way. */
export interface DiscoveryLine {
  type: 'discovery';
  model?: string;
  names?: UsageNames;
  /** What stats, summary and export said of closed days. */
  usageDays?: UsageDays;
  /** How many answers of each kind there were, and how many of them were validated. */
  answers?: readonly AnswerCounts[];
}

export interface EndLine {
  type: 'end';
  endedAt: number;
  interrupted?: 'SIGINT' | 'SIGTERM' | 'SIGHUP';
  /** Why the run stopped before its end, when it did: chatspec broke. */
  stopped?: string;
  /** What the run was expected to send; absent when it ended before that was worked out. */
  planned?: { requests: number; billable: number; tokens: number };
  counts: { exchanges: number; checks: number };
}

export type RecordLine = RunLine | ExchangeLine | CheckLine | DiscoveryLine | EndLine;

/** Takes the lines of a run as they come. */
export interface Recorder {
  write(line: RecordLine): void;
}
