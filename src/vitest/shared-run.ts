import { CHECKS } from '../../suites/index.ts';
import { isFinal } from '../engine/run-checks.ts';
import type { Performed, Surroundings } from '../library/perform.ts';
import { exitCodeOf } from '../report/exit-code.ts';
import type { ReportCheck } from '../report/model.ts';
import { interruptedBy } from '../run/interrupts.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { RunProblem } from './failure.ts';

/** One run that many tests share. */
export interface SharedRun {
  /** The result of a check as soon as nothing can change it. Rejects if the run ended without it. */
  result(id: string): Promise<CheckLine>;
  /** The report's entry of a check; available with the report. */
  reported(id: string): Promise<ReportCheck>;
  /** The first result is known: a report will follow. Rejects like `done`. */
  readonly begun: Promise<void>;
  /** The written report. Rejects with `RunProblem` if nothing could be judged. */
  readonly done: Promise<Performed & { exitCode: number }>;
  /** Ends the run with a report of the results so far. */
  stop(): void;
}

/** Starts a run of all selected checks, once for all tests. */
export function startSharedRun(perform: (around: Surroundings) => Promise<Performed>): SharedRun {
  const stop = new AbortController();
  const results = new Map<string, PromiseWithResolvers<CheckLine>>();
  const pending = (id: string) => {
    let found = results.get(id);
    if (!found) {
      found = Promise.withResolvers<CheckLine>();
      // A skipped test never requests its result.
      found.promise.catch(() => {});
      results.set(id, found);
    }
    return found;
  };

  const first = Promise.withResolvers<void>();
  /** Results that the rest of the run may change. */
  const preliminary = new Map<string, CheckLine>();

  const run = async () => {
    try {
      const performed = await perform({
        cwd: process.cwd(),
        interrupts: interruptedBy(stop.signal),
        onStart: (_, selected) => {
          for (const { id } of CHECKS)
            if (!selected.some((c) => c.id === id)) pending(id).resolve(leftOut(id));
        },
        onResult: (line) => {
          first.resolve();
          if (isFinal(CHECKS.find(({ id }) => id === line.id)!, line)) pending(line.id).resolve(line);
          else preliminary.set(line.id, line);
        },
      });
      for (const [id, line] of preliminary) pending(id).resolve(line);
      for (const [id, { reject }] of results) reject(new RunProblem(`the run ended before ${id}`));
      return { ...performed, exitCode: exitCodeOf(performed.report) };
    } catch (error) {
      const known = error instanceof OptionError ? new RunProblem(`chatspec: ${error.message}`) : error;
      for (const { reject } of results.values()) reject(known);
      throw known;
    }
  };
  const done = run();
  done.catch(() => {});

  return {
    done,
    begun: Promise.race([first.promise, done.then(() => {})]),
    result: (id) => Promise.race([pending(id).promise, done.then(() => pending(id).promise)]),
    async reported(id) {
      const { report } = await done;
      return report.checks.find((check) => check.id === id)!;
    },
    stop: () => stop.abort(new Error('the tests were cancelled')),
  };
}

/** Checks that the options skip, as in the report. */
function leftOut(id: string): CheckLine {
  const nothing = { findings: [], observations: [], evidence: [], startedAt: 0, durationMs: 0 };
  return { type: 'check', id, verdict: 'skipped', message: 'not selected', ...nothing };
}
