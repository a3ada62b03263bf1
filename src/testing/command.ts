import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queuedSeconds } from './queued-seconds.ts';

/** What came of a command line. */
export interface Ended {
  /** The exit code; null when a signal ended the process. */
  exit: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  seconds: number;
  /** How long it kept a processor busy: what else the machine does counts less. NaN as below. */
  busySeconds: number;
  /**
   * How long it would have taken on a machine that does nothing else: `seconds` without the time in which it, or whoever
   * answered it from this process, could have run and had no processor. What waits for ever takes for ever.
   */
  ownSeconds: number;
  /** Peak memory of the process; NaN when it did not come so far as to say. */
  megabytes: number;
}

export interface CommandOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** A shell command that is run first, in the process that becomes the command: limits, say. */
  before?: string;
  /** Ends it by force after so many milliseconds. */
  longestMs?: number;
}

/** What the process left behind of itself, which took so long while this one stood in line for so long. */
function measured(told: string, seconds: number, queuedHere: number) {
  const [kibibytes = Number.NaN, busySeconds = Number.NaN, queued = 0] = told
    .split(' ')
    .map((text) => Number(text || Number.NaN));
  const own = Math.max(seconds - queued - queuedHere, busySeconds || 0);
  return { seconds, busySeconds, ownSeconds: Math.min(own, seconds), megabytes: kibibytes / 1024 };
}

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const WATCH = new URL('./watch.ts', import.meta.url).href;
/** No command of a test takes longer, in milliseconds. */
const LONGEST_MS = 120_000;
/** Compiled code of the commands, shared by those of one test file: most of the time of a short one goes there. */
const cache = mkdtempSync(join(tmpdir(), 'chatspec-compiled-'));
process.once('exit', () => rmSync(cache, { recursive: true, force: true }));
let started = 0;

/** Starts the command line in a process of its own, with nothing of this environment but where programs are. */
export function startCommand(
  args: readonly string[],
  { cwd, env = {}, before, longestMs = LONGEST_MS }: CommandOptions,
): { child: ChildProcess; ended: Promise<Ended> } {
  const peak = join(cache, `peak-${++started}`);
  const command = [process.execPath, '--import', WATCH, CLI, ...args];
  const [program, ...rest] =
    before === undefined ? command : ['/bin/sh', '-c', `${before} && exec "$@"`, 'sh', ...command];
  const begun = performance.now();
  const queuedBefore = queuedSeconds();
  const child = spawn(program!, rest, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, NODE_COMPILE_CACHE: cache, CHATSPEC_WATCH: peak, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (piece) => {
      said[name] += piece;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      const told = existsSync(peak) ? readFileSync(peak, 'utf8') : '';
      rmSync(peak, { force: true });
      const seconds = (performance.now() - begun) / 1000;
      resolve({ exit, signal, ...said, ...measured(told, seconds, queuedSeconds() - queuedBefore) });
    });
  });
  return { child, ended };
}

/** Resolves when a child has written these words on its standard error. */
export function whenSaid({ stderr }: ChildProcess, words: string): Promise<void> {
  let said = '';
  return new Promise((resolve) => {
    stderr!.on('data', (piece) => {
      said += piece;
      if (said.includes(words)) resolve();
    });
  });
}
