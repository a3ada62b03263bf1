import { type TestContext, test } from 'vitest';
import type { ReportCheck } from '../report/model.ts';
import { oneLine } from '../report/text.ts';
import type { Check, PlacedCheck } from '../vocabulary/check.ts';
import type { Harm } from '../vocabulary/harm.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Level, Verdict } from '../vocabulary/verdict.ts';
import { ClauseBroken, RunProblem } from './failure.ts';
import type { SharedRun } from './shared-run.ts';

/** Data for reporters in the meta of a test, under `chatspec`. */
export interface CheckMeta {
  id: string;
  clauses: readonly string[];
  level: Level;
  harm: Harm;
  /** Present when the test has ended. */
  verdict?: Verdict;
}

declare module 'vitest' {
  interface TaskMeta {
    chatspec?: CheckMeta;
  }
}

/** The name of a check's test: its id, which `-t` finds, and its rule. */
export function testName({ id, title }: Pick<Check, 'id' | 'title'>): string {
  return `${id}: ${title}`;
}

/**
 * Registers one test per check. Passed and failed checks pass and fail; inconclusive and observing ones are skipped
 * with the reason, and a warning is an annotation.
 */
export function registerChecks(checks: readonly PlacedCheck[], run: () => SharedRun): void {
  for (const check of checks) {
    const { id, clauses, level, harm } = check;
    const meta: CheckMeta = { id, clauses, level, harm };
    // They share one run: concurrent, each ends with its own result.
    test.concurrent(testName(check), { timeout: 0, retry: 0, meta: { chatspec: meta } }, (context) =>
      show(check, run(), context),
    );
  }
}

async function show(check: Check, run: SharedRun, context: TestContext): Promise<void> {
  const { task, signal } = context;
  signal.addEventListener('abort', run.stop, { once: true });
  const line = await run.result(check.id).finally(() => signal.removeEventListener('abort', run.stop));
  task.meta.chatspec = { ...task.meta.chatspec!, verdict: line.verdict };
  const message = oneLine(line.message);
  if (line.verdict === 'warn') await context.annotate(message, 'warning');
  if (line.verdict === 'observed') context.skip(`observed: ${observed(line)}`);
  if (line.verdict === 'skipped') context.skip(message);
  if (line.verdict === 'not-applicable') context.skip(`not applicable: ${message}`);
  if (line.verdict === 'inconclusive') context.skip(`inconclusive: ${message}`);
  if (line.verdict === 'error')
    throw new RunProblem(`chatspec itself failed; this is not a finding about the service: ${message}`);
  if (line.verdict === 'fail') await fail(check, run, context);
}

function observed({ observations, message }: CheckLine): string {
  const facts = observations.map(({ key, value }) => `${key}=${value}`);
  return oneLine(facts.length > 0 ? facts.join(', ') : message);
}

/** Whether a check has a violation that was not accepted before. */
export const isCounted = ({ findings }: Pick<ReportCheck, 'findings'>): boolean =>
  findings.some(({ severity, accepted }) => severity === 'fail' && !accepted);

/** An accepted violation is reported, and the test passes. */
async function fail({ id }: Check, run: SharedRun, context: TestContext): Promise<void> {
  const reported = await run.reported(id);
  if (isCounted(reported)) throw new ClauseBroken(reported);
  await context.annotate(`accepted before: ${oneLine(reported.message)}`, 'warning');
}
