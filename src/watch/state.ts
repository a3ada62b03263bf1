import { join } from 'node:path';
import schema from '#schemas/watch.schema.json' with { type: 'json' };
import { removeChild } from '../files/child.ts';
import { parseJsonFile, shapedBy } from '../files/json.ts';
import { BadFile, readRegular } from '../files/regular-file.ts';
import type { ReportTimings } from '../report/model.ts';
import { writeAtomically } from '../report/output.ts';
import { jsonText } from '../vocabulary/json-text.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { type RunVerdict, VERDICTS, type Verdict } from '../vocabulary/verdict.ts';

/**
 * How a round ended: a verdict, or why there is none. A round that asks for a part of the contract calls no service
 * conformant: its checks `held`.
 */
export type Outcome = RunVerdict | 'held' | 'not begun' | 'crashed' | 'interrupted';

/** One run of a watch, as its history keeps it. */
export interface Round {
  /** Counts from 1, over all starts of the watch. */
  number: number;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  outcome: Outcome;
  /** The report in one line, or what went wrong. */
  statement: string;
  /** The report's folder within the watch's own; absent when there is none, or not any more. */
  folder?: string;
  /** How many checks ended how. */
  counts?: Record<Verdict, number>;
  /** Completions that were billed. */
  billed: number;
  requests: number;
  /** Whether keys that are not the right one were tried. */
  triedKeys: boolean;
  /** Ids of the checks that failed. */
  failing: string[];
  /** How long answers took. */
  timings: Timing[];
  /** What is different from the round before, a line each. */
  changes: string[];
}

/** How long answers of a kind took, in milliseconds. */
export interface Timing {
  endpoint: ReportTimings['endpoint'];
  measure: 'first byte' | 'whole answer';
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** What a watch knows of itself: enough to go on after it was killed. */
export interface WatchState {
  format: 'chatspec-watch';
  /** Of all rounds: two rounds then send the same. */
  seed: number;
  /** The process that watches. */
  pid?: number;
  /** Of the UTC day that `day` names, what was billed, and whether keys were tried. */
  day: string;
  billedToday: number;
  keysTriedToday: boolean;
  /** How many rounds ended in which way, since the beginning. */
  totals: Partial<Record<Outcome, number>>;
  billedInAll: number;
  /** The round that is under way. */
  current?: { number: number; startedAt: string; folder: string; triedKeys: boolean };
  /** The last rounds, the latest last. */
  rounds: Round[];
}

const STATE_FILE = 'watch.json';

/** The UTC day of a moment: `2026-11-21`. */
function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Bytes of a state at most: ten thousand rounds that differ much need less. */
const MOST_BYTES = 64 * 1024 * 1024;

const shape = shapedBy<WatchState>(schema);

/** The state that a folder holds, or a fresh one. Throws `OptionError` when what is there is no state. */
export function readState(folder: string, seed: number, now: number): WatchState {
  const file = join(folder, STATE_FILE);
  try {
    return parseJsonFile(readRegular(file, MOST_BYTES), shape);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') {
      const why = error instanceof BadFile ? message : `cannot be read (${code})`;
      throw new OptionError(`${file} is not the state of a watch: ${why}; choose another --out`);
    }
    return {
      format: 'chatspec-watch',
      seed,
      day: dayOf(now),
      billedToday: 0,
      keysTriedToday: false,
      totals: {},
      billedInAll: 0,
      rounds: [],
    };
  }
}

/** Writes the state, whole or not at all. Rejects with `OptionError` for one that `readState` would refuse. */
export async function writeState(folder: string, state: WatchState): Promise<void> {
  const file = join(folder, STATE_FILE);
  try {
    shape(state);
  } catch (error) {
    throw new OptionError(`cannot resume from ${file}: ${(error as BadFile).message}; choose another --out`);
  }
  await writeAtomically(file, jsonText(state, 1));
}

/** The folder of a round within the watch's own: `round-2026-11-26T10-00-00Z-1`. */
export function roundFolder({ number, startedAt }: Pick<Round, 'number' | 'startedAt'>): string {
  return `round-${startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')}-${number}`;
}

/**
 * Removes the folders of rounds that are not remembered any more. A folder stays that bears another name than its round
 * gives it, and so does what is no folder: somebody else put it there.
 */
export async function pruneRounds(folder: string, before: WatchState, after: WatchState): Promise<void> {
  const kept = new Set(after.rounds.map((round) => round.folder));
  for (const round of before.rounds) {
    const { folder: name } = round;
    if (name === undefined || kept.has(name) || name !== roundFolder(round)) continue;
    await removeChild(folder, name).catch((error) => {
      if (!(error instanceof BadFile)) throw error;
    });
  }
}

/** The state on another day: what is counted by the day begins anew. */
export function onDay(state: WatchState, now: number): WatchState {
  const day = dayOf(now);
  return day === state.day ? state : { ...state, day, billedToday: 0, keysTriedToday: false };
}

/** The state after a round, of which at most `keep` are remembered. */
export function withRound(state: WatchState, round: Round, keep: number): WatchState {
  const { current: _, ...rest } = state;
  return {
    ...rest,
    totals: { ...state.totals, [round.outcome]: (state.totals[round.outcome] ?? 0) + 1 },
    billedToday: state.billedToday + round.billed,
    billedInAll: state.billedInAll + round.billed,
    keysTriedToday: state.keysTriedToday || round.triedKeys,
    rounds: [...state.rounds, round].slice(-keep),
  };
}

/** Counts of no check. */
export function noCounts(): Record<Verdict, number> {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
}
