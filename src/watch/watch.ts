import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { writeAtomically } from '../report/output.ts';
import { oneLine, shorten } from '../report/text.ts';
import { capsOf } from '../vocabulary/caps.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { writeHistory } from './kept-history.ts';
import { metricsOf } from './metrics.ts';
import { pageKeeper } from './page.ts';
import { recovered, runRound, WITH_WRONG_KEYS } from './round.ts';
import { startServer } from './server.ts';
import {
  type CurrentRound,
  onDay,
  pruneRounds,
  type Round,
  readState,
  roundFolder,
  type WatchState,
  withRound,
  writeState,
} from './state.ts';
import { type WatchOptions, without } from './watch-options.ts';

/** The inputs of a watch. */
export interface Watch {
  options: WatchOptions;
  /** The watch's folder, as a full path. */
  folder: string;
  /** The options of each run: its settings, and its skipped checks. */
  settings: Settings;
  /** The base URL without its secrets. */
  target: string;
  skip: readonly string[];
  /** Whether the user chose a seed: otherwise, the watch draws one. */
  seeded: boolean;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Aborted to end the watch. */
  signal: AbortSignal;
  say(line: string): void;
}

/** How long the run of a killed watch may take to end, in seconds. */
const PATIENCE_S = 30;

/** A round of the smoke profile takes so many completions: with a smaller budget, none is begun. */
const LEAST = 8;

/**
 * Runs the suite repeatedly until it is stopped, keeps the history in its folder, and serves it. Rejects with
 * `OptionError` if the folder or the address is not available.
 */
export async function watch(w: Watch): Promise<void> {
  const { options, folder, target, signal, say } = w;
  let state = await begun(w);
  const every = inWords(options.everyMs);
  const pageOf = pageKeeper({ target, every, perDay: options.perDay });
  const server = await startServer(options.host, options.port, {
    folder,
    metrics: async () => {
      const registry = metricsOf(onDay(state, wallClock.now()), options.perDay);
      return { type: registry.contentType, text: await registry.metrics() };
    },
    page: () => pageOf(state, wallClock.now()),
    rounds: () => state.rounds.flatMap((round) => round.folder ?? []),
  });
  const keep = async (next: WatchState) => {
    state = next;
    await writeState(folder, state);
    await writeAtomically(join(folder, 'index.html'), pageOf(state, wallClock.now()).toString());
  };
  say(`watching ${target}, one round every ${every}; history and metrics on ${server.address}`);
  try {
    await keep(state);
    for (let done = 0; !signal.aborted && done !== options.rounds; done++) {
      const dueAt = wallClock.now() + options.everyMs;
      await untilAffordable(w, () => state, keep);
      if (signal.aborted) break;
      const round = await oneRound(w, state, keep);
      const next = withRound(state, round, options.keep);
      await pruneRounds(folder, state, next);
      await keep(next);
      await writeHistory(folder, state);
      for (const line of told(round)) say(line);
      if (done + 1 !== options.rounds) await pause(Math.max(0, dueAt - wallClock.now()), signal);
    }
  } finally {
    const { pid: _, ...rest } = state;
    await writeState(folder, rest).catch(() => {});
    await server.close();
  }
}

/** The initial state: that of an earlier watch, including an unfinished round. */
async function begun({ folder, settings, options, signal }: Watch): Promise<WatchState> {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new OptionError(
      `cannot write ${folder} (${(error as NodeJS.ErrnoException).code}): choose another --out`,
    );
  }
  const { pid, ...state } = readState(folder, settings.seed, wallClock.now());
  if (pid !== undefined && pid !== process.pid && isAlive(pid))
    throw new OptionError(`process ${pid} already watches into ${folder}: choose another --out`);
  if (!state.current) return { ...state, pid: process.pid };
  await ended(folder, state.current, signal);
  const next = withRound(state, await recovered(folder, state.current), options.keep);
  return { ...next, pid: process.pid };
}

/**
 * Waits until the run of a watch that was killed has written its report. Rejects with `OptionError` if it goes on, or
 * the signal ends the wait.
 */
async function ended(folder: string, { number, pid }: CurrentRound, signal: AbortSignal): Promise<void> {
  for (let left = PATIENCE_S; pid !== undefined && isAlive(pid); left--) {
    if (left === 0 || signal.aborted)
      throw new OptionError(
        `process ${pid} still runs round ${number} of ${folder}: end it, or choose another --out`,
      );
    await pause(1_000, signal);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Waits for the next day if the daily budget is used up. */
async function untilAffordable(
  { options, signal, say }: Watch,
  now: () => WatchState,
  keep: (state: WatchState) => Promise<void>,
): Promise<void> {
  for (let told = false; !signal.aborted; told = true) {
    const today = onDay(now(), wallClock.now());
    if (today !== now()) await keep(today);
    if (options.perDay - today.billedToday >= LEAST) return;
    if (!told)
      say(
        `${today.billedToday} of ${options.perDay} completions of today are used: the next round starts after 00:00 UTC`,
      );
    const midnight = Date.parse(today.day) + 86_400_000;
    await pause(Math.min(midnight - wallClock.now() + 1, 3_600_000), signal);
  }
}

async function oneRound(
  w: Watch,
  state: WatchState,
  keep: (state: WatchState) => Promise<void>,
): Promise<Round> {
  const { options, settings, skip, seeded, cwd, env, folder: out, signal } = w;
  const number = (state.rounds.at(-1)?.number ?? 0) + 1;
  const startedAt = new Date(wallClock.now()).toISOString();
  const folder = roundFolder({ number, startedAt });
  const triedKeys = !state.keysTriedToday;
  const current = { number, startedAt, folder, triedKeys };
  await keep({ ...state, current });
  const onStarted = (pid: number) => keep({ ...state, current: { ...current, pid } });
  const most = Math.min(capsOf(settings).completions, options.perDay - state.billedToday);
  const left = [...skip, ...(triedKeys ? [] : WITH_WRONG_KEYS)];
  const args = [
    ...without(without(options.run, 'max-billed'), 'skip'),
    ...(left.length > 0 ? ['--skip', left.join(',')] : []),
    ...['--max-billed', String(most)],
    ...(seeded ? [] : ['--seed', String(state.seed)]),
  ];
  const before = state.rounds.findLast((round) => round.folder !== undefined)?.folder;
  return runRound({ ...current, args, cwd, env, out, before, signal, onStarted }, () => wallClock.now());
}

/** The output for a round: a line, and one for each change. */
function told({ number, startedAt, outcome, statement, changes }: Round): string[] {
  const time = startedAt.slice(0, 19).replace('T', ' ');
  const same = changes.length === 0 ? '' : `, ${changes.length} changed`;
  return [
    `${time}  round ${number}: ${outcome}${same}: ${oneLine(shorten(statement, 300))}`,
    ...changes.map((line) => `    ${oneLine(shorten(line, 300))}`),
  ];
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wallClock.sleep(ms, signal).catch(() => {});
}

function inWords(ms: number): string {
  const [size, unit] =
    ms % 3_600_000 === 0 ? [3_600_000, 'h'] : ms % 60_000 === 0 ? [60_000, 'min'] : [1_000, 's'];
  return `${ms / Number(size)} ${unit}`;
}
