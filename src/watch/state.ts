import { join } from 'node:path';
import schema from '#schemas/watch.schema.json' with { type: 'json' };
import { removeChild } from '../files/child.ts';
import { parseJsonFile, shapedBy } from '../files/json.ts';
import { BadFile, readRegular } from '../files/regular-file.ts';
import type { ReportTimings } from '../report/model.ts';
import { writeAtomically } from '../report/output.ts';
import { jsonText } from '../vocabulary/json-text.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { RunVerdict, Verdict } from '../vocabulary/verdict.ts';

/**
 * The outcome of a round: a verdict, or why there is none. A round of a selection calls no service conformant: its
 * checks `held`.
 */
export type Outcome = RunVerdict | 'held' | 'not begun' | 'crashed' | 'interrupted';

export const OUTCOMES: readonly Outcome[] = [
  'conformant',
  'held',
  'non-conformant',
  'inconclusive',
  'not begun',
  'crashed',
  'interrupted',
];

/** One run of a watch, as its history keeps it. */
export interface Round {
  /** Counts from 1, over all starts of the watch. */
  number: number;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  outcome: Outcome;
  /** The report in one line, or the error. */
  statement: string;
  /** The report's folder within the watch's; absent if there is none, or not any more. */
  folder?: string;
  /** The number of checks per verdict. */
  counts?: Record<Verdict, number>;
  /** Billed completions. */
  billed: number;
  requests: number;
  /** Whether invalid keys were sent. */
  triedKeys: boolean;
  /** Ids of the checks that failed. */
  failing: string[];
  /** Response times. */
  timings: Timing[];
  /** Differences from the previous round, one line each. */
  changes: string[];
}

/** Response times of an endpoint in milliseconds. */
export type Timing = Pick<ReportTimings, 'endpoint' | 'measure' | 'p50' | 'p90' | 'p99' | 'max'>;

/** The state of a watch, which is enough to resume after an interruption. */
export interface WatchState {
  format: 'chatspec-watch';
  /** Of all rounds: two rounds then send the same requests. */
  seed: number;
  /** The process of the watch. */
  pid?: number;
  /** For the UTC day in `day`, the billed completions, and whether invalid keys were sent. */
  day: string;
  billedToday: number;
  keysTriedToday: boolean;
  /** The number of rounds per outcome, since the start. */
  totals: Partial<Record<Outcome, number>>;
  billedInAll: number;
  /** The current round. */
  current?: CurrentRound;
  /** The last rounds, the latest last. */
  rounds: Round[];
}

/** A round that is under way. */
export interface CurrentRound extends Pick<Round, 'number' | 'startedAt' | 'triedKeys'> {
  folder: string;
  /** The process of its run. */
  pid?: number;
}

const STATE_FILE = 'watch.json';

/** The UTC day of a moment: `2026-11-21`. */
function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Maximum size of a state: ten thousand rounds with many differences need less. */
const MOST_BYTES = 16 * 1024 * 1024;
const BOUNDS = { depth: 100, parts: 200_000, values: 2_000_000 };

const shape = shapedBy<WatchState>(schema);

/** The state in a folder, or a new one. Throws `OptionError` if the file is not a valid state. */
export function readState(folder: string, seed: number, now: number): WatchState {
  const file = join(folder, STATE_FILE);
  try {
    return parseJsonFile(readRegular(file, MOST_BYTES), shape, BOUNDS);
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

/**
 * Writes the state, completely or not at all. Rejects with `OptionError` for a state that `readState` would reject.
 */
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
 * Removes the folders of rounds that are not in the history any more. Folders with other names, and other files,
 * stay.
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

/** The state on another day: daily counters start at zero. */
export function onDay(state: WatchState, now: number): WatchState {
  const day = dayOf(now);
  return day === state.day ? state : { ...state, day, billedToday: 0, keysTriedToday: false };
}

/** The state after a round, with at most `keep` rounds. */
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
