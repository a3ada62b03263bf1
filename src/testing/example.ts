import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeReports } from '../report/exports/write.ts';
import type { Report } from '../report/model.ts';
import { recordReferenceRun } from './reference-run.ts';

/** The example report that is under version control: small, and with findings of several kinds. */
export const EXAMPLE = fileURLToPath(new URL('../../reports/example', import.meta.url));

/** What is wrong with the service of the example. */
const FAULTS = [
  'stream/done-lower-case',
  'completion/usage-total-tokens-one-more',
  'auth/completions-none-403',
];
const SELECTION = ['stream', 'completion', 'auth', 'path'];

/** Runs the example and writes its report into a new folder. */
export async function writeExample(folder: string): Promise<Report> {
  const only = SELECTION.flatMap((selector) => ['--only', selector]);
  await recordReferenceRun({
    folder,
    deviations: FAULTS,
    args: ['--profile', 'smoke', ...only],
    service: { records: 12 },
  });
  return writeReports(folder);
}

/**
 * What of a report stays the same when the example is made again: the checks that ran, their verdicts and findings, and
 * the sentences that they tested; none of the times, addresses and digests.
 */
export function essence(report: Report): object {
  const ran = report.checks.filter((c) => c.verdict !== 'skipped');
  const tested = report.ledger.filter((row) => row.tested);
  return {
    checks: ran.map(({ id, title, clauses, level, verdict, findings, attempts }) => ({
      ...{ id, title, clauses, level, verdict, attempts },
      findings: findings.map(({ severity, clause, expected, place }) => ({
        severity,
        clause,
        expected,
        place,
      })),
    })),
    observed: report.observed.map(({ check, key }) => `${check} ${key}`),
    ledger: tested.map(({ clause, level, sentence }) => `${clause} ${level} ${sentence}`),
  };
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'chatspec-example-'));
  const report = await writeExample(join(folder, 'example'));
  await rm(EXAMPLE, { recursive: true, force: true });
  await cp(join(folder, 'example'), EXAMPLE, { recursive: true });
  await rm(folder, { recursive: true });
  process.stdout.write(`reports/example: ${report.verdict}, ${report.summary}\n`);
}
