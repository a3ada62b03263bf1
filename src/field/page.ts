import { execFileSync } from 'node:child_process';
import type { Report } from '../report/model.ts';
import { PACKAGE_ROOT, SUITE_VERSION } from '../run/suite.ts';

/** One target in the table: its counts, its first finding, and whether a person judged each failure. */
export interface FieldRow {
  name: string;
  cells: readonly string[];
  finding: string;
  verified: string;
}

const COUNTS = ['verdict', 'passed', 'failed', 'warned', 'inconclusive', 'billed', 'requests', 'seconds'];

/** The row of one run; `unjudged` failures are in no table of judged ones. */
export function fieldRow(name: string, report: Report, unjudged: number): FieldRow {
  const { counts, cost, checks } = report;
  const numbers = [counts.pass, counts.fail, counts.warn, counts.inconclusive, cost.billed, cost.requests];
  const failed = checks.filter(({ verdict }) => verdict === 'fail');
  const first = failed.find(({ findings }) => findings.length > 0);
  return {
    name,
    cells: [report.verdict, ...numbers.map(String), (report.durationMs / 1000).toFixed(1)],
    finding: first ? `${first.id}: ${first.message}` : 'none',
    verified: failed.length === 0 ? 'nothing to verify' : unjudged === 0 ? 'all' : `all but ${unjudged}`,
  };
}

/** reports/field.md: a table of all targets, with date and commit. */
export function fieldPage(rows: readonly FieldRow[]): string {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: PACKAGE_ROOT, encoding: 'utf8' }).trim();
  const text = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (cells: readonly string[]) => `| ${cells.map(text).join(' | ')} |`;
  return [
    '# Real servers',
    '',
    `Runs of chatspec ${SUITE_VERSION} with seed 1, ${new Date().toISOString().slice(0, 10)}, made by \`npm run field\`. These servers`,
    'do not promise this contract: a failure says that they differ from it. A person compared each failure with the',
    'recorded exchanges; `src/field/judged.json` has the reasons.',
    '',
    `Commit ${commit}.`,
    '',
    line(['server', ...COUNTS, 'first finding', 'failures verified by hand']),
    line(Array.from({ length: COUNTS.length + 3 }, () => '---')),
    ...rows.map(({ name, cells, finding, verified }) => line([name, ...cells, finding, verified])),
    '',
  ].join('\n');
}
