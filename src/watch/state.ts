import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../report/output.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { type RunVerdict, VERDICTS, type Verdict } from '../vocabulary/verdict.ts';

/** How a round ended: a verdict, or why there is none. */
export type Outcome = RunVerdict | 'not begun' | 'crashed' | 'interrupted';

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
  endpoint: string;
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

/** The state that a folder holds, or a fresh one. Throws `OptionError` when what is there is no state. */
export function readState(folder: string, seed: number, now: number): WatchState {
  const text = contentOf(join(folder, STATE_FILE));
  if (text === undefined) {
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
  const state = parsed(text);
  if (!state)
    throw new OptionError(`${join(folder, STATE_FILE)} is not what a watch wrote: give another --out`);
  return state;
}

/** Writes the state, whole or not at all. */
export function writeState(folder: string, state: WatchState): Promise<void> {
  return writeAtomically(join(folder, STATE_FILE), `${JSON.stringify(state, undefined, 1)}\n`);
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

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new OptionError(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parsed(text: string): WatchState | undefined {
  try {
    const state = JSON.parse(text) as WatchState;
    const whole =
      state.format === 'chatspec-watch' && Number.isInteger(state.seed) && Array.isArray(state.rounds);
    return whole ? state : undefined;
  } catch {
    return undefined;
  }
}
