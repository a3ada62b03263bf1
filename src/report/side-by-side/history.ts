import type { Palette } from '../palette.ts';
import { oneLine, shorten } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';
import { cautionsOf, factsOf, type RunColumn } from './facts.ts';
import { checksBySection } from './matrix.ts';
import { sideBySidePage } from './page.ts';

/** Checks listed on the terminal; the page has all. */
const LISTED = 40;
const IN_A_LINE = [
  'when',
  'verdict',
  'failed',
  'warned',
  'no verdict',
  'p50 ms',
  'p90 ms',
  'billed',
  'tokens',
  'USD',
];

/** Runs of one service, the earliest first. */
export function inOrder(runs: readonly RunColumn[]): RunColumn[] {
  return runs.toSorted((a, b) => a.report.startedAt.localeCompare(b.report.startedAt));
}

/** One service over many runs, for a terminal: a line per run, then the changes with a mark per run. */
export function historyText(given: readonly RunColumn[], paint: Palette): string {
  const runs = inOrder(given);
  const rows = runs.map(({ report }) => factsOf(report));
  const names = IN_A_LINE.filter((name) => rows.some((row) => row[name] !== undefined));
  const cell = (row: Record<string, string>, name: string) => shorten(row[name] ?? '', 40);
  const width = (name: string) => Math.max(name.length, ...rows.map((row) => cell(row, name).length));
  const line = (of: (name: string) => string) =>
    oneLine(
      names
        .map((name) => of(name).padEnd(width(name)))
        .join('  ')
        .trimEnd(),
    );
  const changed = checksBySection(runs)
    .flatMap(({ rows: checks }) => checks)
    .filter(({ cells }) => new Set(cells).size > 1);
  const ids = Math.max(0, ...changed.slice(0, LISTED).map(({ id }) => id.length));
  const mark = (verdict: string | undefined) => FOREIGN[verdict as keyof typeof FOREIGN]?.mark ?? ' ';
  const more = changed.length - LISTED;
  const alike =
    runs.length === 1
      ? 'Only one run: give more folders, or a folder of reports, to compare.'
      : 'All runs have the same verdicts.';
  return [
    paint('bold', oneLine(runs.at(-1)!.report.target.baseUrl)),
    ...cautionsOf(runs.map(({ report }) => report)).map((words) => paint('yellow', words)),
    '',
    paint(
      'dim',
      line((name) => name),
    ),
    ...rows.map((row) => line((name) => cell(row, name))),
    '',
    changed.length === 0 ? alike : paint('bold', 'Different verdicts, by run'),
    ...changed.slice(0, LISTED).map(({ id, cells }) => `${id.padEnd(ids)}  ${cells.map(mark).join(' ')}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
    '',
  ].join('\n');
}

/** The same as a page. */
export function historyPage(given: readonly RunColumn[]): string {
  const runs = inOrder(given);
  const reports = runs.map(({ report }) => report);
  return sideBySidePage({
    heading: `${runs.length} runs of ${reports.at(-1)!.target.baseUrl}`,
    runs: runs.map((run) => ({ ...run, name: run.report.startedAt.slice(0, 16).replace('T', ' ') })),
    cautions: cautionsOf(reports),
    groups: checksBySection(runs),
  });
}
