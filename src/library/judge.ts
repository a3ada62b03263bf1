import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodeOf } from '../report/exit-code.ts';
import type { Report } from '../report/model.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { optionsOf } from './judge-options.ts';
import { perform, RunBroke } from './perform.ts';
import type { Service } from './service.ts';
import { openWay, type Way } from './way.ts';

/** Which service is judged, and how. Members that are left out are as for the command. */
export interface JudgeOptions extends Service {
  apiKey: string;
  /** A key whose wallet is empty: without it the checks of 402 are not applicable. */
  emptyWalletKey?: string;
  /** A key of another organization: without it the checks of isolation are not applicable. */
  otherOrganizationKey?: string;
  /** Without it, the model that the usage records show most. Of several, the others get eight requests each. */
  model?: string | readonly string[];
  reasoningModel?: string;
  /** Where the endpoints stand instead of /api/v1. */
  apiPath?: string;
  profile?: 'smoke' | 'standard' | 'exhaustive';
  /** Of everything random; a free one when left out. The report names it. */
  seed?: number;
  /** Ids, globs over ids, areas or sections: `stream/*`, `4.2`. */
  only?: readonly string[];
  skip?: readonly string[];
  /** Clients beside the official one that are run too, where they are installed; each is billed about five completions. */
  clients?: readonly ('langchain' | 'ai-sdk' | 'python')[];
  /** Nobody else uses the key's organization during the run. */
  exclusive?: boolean;
  /** How long totals must stand still before they are judged, in seconds; default 30. */
  settle?: number;
  /** Longest wait for an answer, in seconds. */
  timeout?: number;
  /** Requests under way at once, at most. */
  concurrency?: number;
  maxRequests?: number;
  /** Billed completions at most. */
  maxBilled?: number;
  /** Sent with every request; values that are secrets are kept out of the report. */
  headers?: Readonly<Record<string, string>>;
  /** Names of headers whose values are secrets, beside those whose names say so, such as `x-api-key`. */
  secretHeaders?: readonly string[];
  /** A folder for the report and its evidence, which must be empty or new; none is kept when left out. */
  out?: string;
  /** Ends the run early: what was measured until then is reported. */
  signal?: AbortSignal;
  onProgress?(event: JudgeProgress): void;
}

/** What a run tells on its way. */
export type JudgeProgress =
  | { type: 'start'; checks: number; seed: number }
  | { type: 'result'; check: string; verdict: Verdict; message: string; done: number; checks: number };

/** What came of a run. */
export interface Judgement {
  report: Report;
  /** Of the command: 0 conformant, 1 not, 3 undecided. */
  exitCode: 0 | 1 | 3;
  /** The report's folder, when one was asked for. */
  folder?: string;
}

/**
 * Judges a service and resolves with the report; the same requests and verdicts as the command's for the same seed.
 * Rejects with `OptionError` when an option is wrong or nothing could be judged.
 *
 * @example
 * const reference = createReference({ faults: ['stream/done-missing'] });
 * const { report } = await judge({
 *   fetch: reference.fetch,
 *   apiKey: reference.keys.main,
 *   model: reference.models.plain,
 *   only: ['stream/*'],
 *   onProgress: (event) => console.log(event.type),
 * });
 * console.log(report.statement, report.checks.filter((check) => check.verdict === 'fail'));
 * await reference.close();
 */
export async function judge(options: JudgeOptions): Promise<Judgement> {
  const scratch = options.out === undefined ? await mkdtemp(join(tmpdir(), 'chatspec-')) : undefined;
  let way: Way | undefined;
  let isNamed = false;
  try {
    const given = optionsOf({ ...options, out: options.out ?? join(scratch!, 'report') });
    way = await openWay(given, options);
    const signal = options.signal ?? new AbortController().signal;
    const { report, folder } = await perform(way.options, {
      cwd: process.cwd(),
      interrupts: {
        signal,
        get received() {
          return signal.aborted ? ('SIGINT' as const) : undefined;
        },
      },
      ...way.around,
      ...tellingOf(options),
    });
    return { report, exitCode: exitCodeOf(report), ...(scratch === undefined && { folder: folder.path }) };
  } catch (error) {
    isNamed = error instanceof RunBroke;
    throw error;
  } finally {
    await way?.close();
    if (scratch !== undefined && !isNamed) await rm(scratch, { recursive: true, force: true });
  }
}

function tellingOf({ onProgress }: JudgeOptions) {
  if (!onProgress) return {};
  let checks = 0;
  let done = 0;
  return {
    onStart({ settings }: { settings: { seed: number } }, selected: readonly unknown[]) {
      checks = selected.length;
      onProgress({ type: 'start', checks, seed: settings.seed });
    },
    onResult({ id, verdict, message }: { id: string; verdict: Verdict; message: string }) {
      done++;
      onProgress({ type: 'result', check: id, verdict, message, done, checks });
    },
  };
}
