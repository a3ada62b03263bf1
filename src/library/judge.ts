import type { TargetConfig } from '../config/define.ts';
import { exitCodeOf } from '../report/exit-code.ts';
import type { Report } from '../report/model.ts';
import { interruptedBy } from '../run/interrupts.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { optionsOf } from './judge-options.ts';
import { performService } from './perform-service.ts';
import type { Service } from './service.ts';

/** Options of a run, as in a configuration. */
type RunMembers = Omit<
  TargetConfig,
  | 'baseUrl'
  | 'apiKey'
  | 'nobalanceKey'
  | 'otherOrgKey'
  | 'header'
  | 'secretHeader'
  | 'saveTarget'
  | 'quiet'
  | 'verbose'
  | 'trace'
>;

/**
 * The service to judge, and how. Omitted members have the defaults of the command; without `out` no report folder is
 * kept. Paths are relative to the working directory.
 */
export interface JudgeOptions extends Service, RunMembers {
  apiKey: string;
  /** A key with an empty wallet: without it the checks of 402 are not applicable. */
  emptyWalletKey?: string;
  /** A key of another organization: without it the checks of isolation are not applicable. */
  otherOrganizationKey?: string;
  /** Sent with every request; secret values are kept out of the report. */
  headers?: Readonly<Record<string, string>>;
  /** Names of headers with secret values, in addition to known ones such as `x-api-key`. */
  secretHeaders?: readonly string[];
  /** Ends the run early: results up to then are reported. */
  signal?: AbortSignal;
  onProgress?(event: JudgeProgress): void;
}

/** Progress events of a run. */
export type JudgeProgress =
  | { type: 'start'; checks: number; seed: number }
  | { type: 'result'; check: string; verdict: Verdict; message: string; done: number; checks: number };

/** The outcome of a run. */
export interface Judgement {
  report: Report;
  /** The exit code of the command: 0 conformant, 1 not conformant, 3 inconclusive. */
  exitCode: 0 | 1 | 3;
  /** The report's folder, if one was requested. */
  folder?: string;
}

/**
 * Judges a service and resolves with the report; the requests and verdicts are those of the command for the same
 * seed. Rejects with `OptionError` if an option is invalid or nothing could be judged.
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
  const { report, folder } = await performService(optionsOf(options), options, {
    cwd: process.cwd(),
    interrupts: interruptedBy(options.signal ?? new AbortController().signal),
    ...tellingOf(options),
  });
  return { report, exitCode: exitCodeOf(report), ...(options.out !== undefined && { folder: folder.path }) };
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
