import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { childOf } from '../files/child.ts';
import { BadFile } from '../files/regular-file.ts';
import { renderReports } from '../report/exports/write.ts';
import type { Report } from '../report/model.ts';
import { openReport, unreadable } from '../report/open.ts';
import { compareReports } from '../report/side-by-side/compare.ts';
import { statedVerdict } from '../report/statement.ts';
import { REPORT_FILE } from '../report/stored-report.ts';
import { oneLine, shorten } from '../report/text.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { areaOf } from '../vocabulary/areas.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { CurrentRound, Outcome, Round, Timing } from './state.ts';

/** The inputs of a round. */
export interface RoundOptions {
  number: number;
  /** ISO 8601. */
  startedAt: string;
  /** The options of the run, without its folder. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The watch's folder, and the name of the round's folder. */
  out: string;
  folder: string;
  triedKeys: boolean;
  /** The folder of the previous round, while it exists. */
  before: string | undefined;
  signal: AbortSignal;
  /** Is called with the id of the run's process; the round does not end before it has resolved. */
  onStarted(pid: number): Promise<void>;
}

/** The program of the command: a run in a separate process can fail without affecting the watch. */
const CLI = import.meta.url.endsWith('.ts')
  ? join(PACKAGE_ROOT, 'src', 'cli.ts')
  : join(PACKAGE_ROOT, 'dist', 'src', 'cli.js');

/** The output of a run is not needed here: only its last words are kept. */
const LAST_WORDS = 4_000;
/** Time for a terminated run to write its report. Milliseconds. */
const PATIENCE_MS = 20_000;
/** A run that takes longer hangs. Milliseconds. */
const LONGEST_MS = 6 * 60 * 60_000;

/** Ids of the checks that send invalid keys: services lock out after too many. */
export const WITH_WRONG_KEYS: readonly string[] = CHECKS.map(({ id }) => id).filter(
  (id) => areaOf(id) === 'auth' && id !== 'auth/key-never-returned',
);

/** Runs the suite once in a separate process and returns the result. Never rejects. */
export async function runRound(options: RoundOptions, now: () => number): Promise<Round> {
  const { number, startedAt, triedKeys } = options;
  const ended = await judgeOnce(options);
  const durationMs = Math.max(0, Math.round(now() - Date.parse(startedAt)));
  const base = { number, startedAt, durationMs, triedKeys };
  return { ...base, ...(await whatCame(options, ended)) };
}

interface Ended {
  exit: number | null;
  words: string;
}

function judgeOnce({ args, cwd, env, out, folder, signal, onStarted }: RoundOptions): Promise<Ended> {
  return new Promise((resolve) => {
    // In a separate process group: a Ctrl-C reaches it once, from the watch, and it writes its report. It also ends
    // with the channel, if the watch is killed.
    const child = spawn(process.execPath, [CLI, ...args, '--out', join(out, folder)], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true,
    });
    let words = '';
    const started = child.pid === undefined ? undefined : onStarted(child.pid);
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => {
      words = (words + piece).slice(-LAST_WORDS);
    });
    let timer = setTimeout(() => stop(), LONGEST_MS);
    const stop = () => {
      clearTimeout(timer);
      child.kill('SIGTERM');
      timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    };
    const done = (ended: Ended) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(Promise.resolve(started).then(() => ended));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    child.once('error', (error) => done({ exit: null, words: error.message }));
    child.once('close', (exit) => done({ exit, words }));
  });
}

/** Characters: a state with longer ones is rejected. */
const LONGEST_STATEMENT = 5_000;

type Came = Omit<Round, 'number' | 'startedAt' | 'durationMs' | 'triedKeys'>;

async function whatCame(options: RoundOptions, { exit, words }: Ended): Promise<Came> {
  const report = await reportIn(options.out, options.folder);
  if (report) return fromReport(report, options, exit);
  const last = words.trim().split('\n').at(-1) ?? '';
  const said = oneLine(shorten(last.replace(/^chatspec: /, ''), 300));
  const outcome: Outcome = options.signal.aborted ? 'interrupted' : exit === 2 ? 'not begun' : 'crashed';
  const statement = outcome === 'crashed' ? `the run failed: ${said || 'no message'}` : said;
  return unfinished(options, outcome, statement);
}

/** A round whose end the watch did not see: its report, if there is one. */
export async function recovered(
  out: string,
  { number, startedAt, folder, triedKeys }: CurrentRound,
): Promise<Round> {
  const base = { number, startedAt, durationMs: 0, triedKeys };
  const report = await reportIn(out, folder);
  if (!report)
    return {
      ...base,
      ...(await unfinished({ out, folder }, 'crashed', 'the watch ended during this round')),
    };
  const came = await fromReport(report, { out, folder, before: undefined }, 0);
  return { ...base, ...came, durationMs: report.durationMs };
}

/** A round without a report: it is made from the record, if there is one, and says what was billed. */
async function unfinished(
  { out, folder }: Pick<RoundOptions, 'out' | 'folder'>,
  outcome: Outcome,
  statement: string,
): Promise<Came> {
  const { billed = 0, requests = 0 } = (await reportOfRecord(out, folder))?.cost ?? {};
  const kept = requests > 0 && { folder };
  return { outcome, statement, ...kept, billed, requests, failing: [], timings: [], changes: [] };
}

async function fromReport(
  report: Report,
  { out, folder, before }: Pick<RoundOptions, 'out' | 'folder' | 'before'>,
  exit: number | null,
): Promise<Came> {
  const earlier = before === undefined ? undefined : await reportIn(out, before);
  return {
    outcome: exit !== null && exit > 128 ? 'interrupted' : statedVerdict(report),
    statement: shorten(`${report.statement}: ${report.summary}`, LONGEST_STATEMENT),
    folder,
    counts: report.counts,
    billed: report.cost.billed,
    requests: report.cost.requests,
    failing: report.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
    timings: (report.timings ?? []).map(
      ({ endpoint, measure, p50, p90, p99, max }): Timing => ({ endpoint, measure, p50, p90, p99, max }),
    ),
    changes: earlier ? changesBetween(earlier, report) : [],
  };
}

/** The differences, one line each: new failures first. Checks that were skipped this time are ignored. */
function changesBetween(before: Report, after: Report): string[] {
  const { newFailures, fixed, undecided, newWarnings, otherwise } = compareReports(before, after);
  const told = (words: string, changed: typeof fixed) =>
    changed
      .filter((one) => one.before !== 'skipped' && one.after !== 'skipped')
      .map(({ id, before: then, after: now }) => `${words} ${id} (${then} → ${now})`);
  return [
    ...told('new failure', newFailures),
    ...told('fixed', fixed),
    ...told('inconclusive', undecided),
    ...told('new warning', newWarnings),
    ...told('changed', otherwise),
  ];
}

/** The report of a run that was killed, made from its record; undefined without a readable one. */
async function reportOfRecord(out: string, name: string): Promise<Report | undefined> {
  try {
    return await renderReports(dirname(childOf(out, `${name}/${REPORT_FILE}`)), { har: false });
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing || unreadable(error, name) instanceof OptionError) return undefined;
    throw error;
  }
}

/** The report of a round, in its folder within the watch's; undefined if there is no readable one. */
export async function reportIn(out: string, name: string): Promise<Report | undefined> {
  try {
    const file = childOf(out, `${name}/${REPORT_FILE}`);
    return (await openReport(dirname(file), '/')).report;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing || error instanceof BadFile || error instanceof OptionError) return undefined;
    throw error;
  }
}
