import { counted } from '../../vocabulary/counted.ts';
import { code, text } from '../markdown-text.ts';
import type { Palette } from '../palette.ts';
import { runStatement } from '../statement.ts';
import { oneLine, shorten } from '../text.ts';
import { type Comparison, compareReports } from './compare.ts';
import { cannotCompare, cautionsOf, factsOf, type RunColumn } from './facts.ts';
import { sideBySidePage } from './page.ts';
import { changeWords, comparisonParts } from './parts.ts';

/** Two runs and their differences, the basis of all output formats. */
export interface Compared {
  before: RunColumn;
  after: RunColumn;
  found: Comparison;
}

export function compared(before: RunColumn, after: RunColumn): Compared {
  return { before, after, found: compareReports(before.report, after.report) };
}

/** The differences for a terminal: the runs side by side, regressions first, and a summary line. */
export function comparisonText(of: Compared, paint: Palette): string {
  const facts = factPairs(of);
  const width = Math.max(...facts.map(([, before]) => before.length), 6);
  const line = (name: string, before: string, after: string) =>
    `${name.padEnd(15)}${oneLine(before).padEnd(width)}  ${oneLine(after)}`;
  return [
    paint('bold', line('', 'before', 'after')),
    ...facts.map(([name, before, after]) =>
      before === after ? paint('dim', line(name, before, after)) : line(name, before, after),
    ),
    '',
    ...warnings(of).map((words) => paint('yellow', words)),
    ...comparisonParts(of.found).flatMap(({ title, worse, rows }) => [
      paint(worse ? 'red' : 'bold', `${title}:`),
      ...rows.flatMap((row) => [
        `  ${oneLine(row.id)}: ${changeWords(row)}`,
        ...(row.detail === undefined ? [] : [paint('dim', `    ${row.detail}`)]),
      ]),
    ]),
    summed(of),
    '',
  ].join('\n');
}

/** The same as Markdown, for a comment or the summary of a job. */
export function comparisonMarkdown(of: Compared): string {
  return [
    `# ${text(summed(of))}`,
    '',
    '| | before | after |',
    '| --- | --- | --- |',
    ...factPairs(of).map(([name, before, after]) => `| ${name} | ${text(before)} | ${text(after)} |`),
    '',
    ...warnings(of).flatMap((line) => [`> ${text(line)}`, '']),
    ...comparisonParts(of.found).flatMap(({ title, rows }) => [
      `## ${title}`,
      '',
      ...rows.map((row) => {
        const detail = row.detail === undefined ? '' : `: ${text(row.detail)}`;
        return `- ${code(row.id)}: ${text(changeWords(row))}${detail}`;
      }),
      '',
    ]),
  ].join('\n');
}

/** The same as a page. */
export function comparisonPage(of: Compared): string {
  return sideBySidePage({
    title: `${summed(of)}: ${shorten(of.after.report.target.baseUrl, 300)}`,
    heading: summed(of),
    runs: [of.before, of.after],
    cautions: warnings(of),
    groups: comparisonParts(of.found),
  });
}

function factPairs({ before, after }: Compared): [name: string, before: string, after: string][] {
  const [then, now] = [factsOf(before.report), factsOf(after.report)];
  return Object.keys({ ...then, ...now }).map((name) => [name, then[name] ?? '–', now[name] ?? '–']);
}

function warnings({ before, after }: Compared): string[] {
  const reports = [before.report, after.report] as const;
  const cannot = cannotCompare(...reports);
  return [
    ...(cannot === undefined ? [] : [`These two runs cannot be compared: ${cannot}.`]),
    ...cautionsOf(reports),
  ];
}

function summed({ before, after, found }: Compared): string {
  const { newFailures, newWarnings, undecided, fixed } = found;
  const lost = undecided.filter((change) => change.after !== 'skipped').length;
  const more = [
    newWarnings.length > 0 && counted(newWarnings.length, 'new warning'),
    lost > 0 && `${lost} now inconclusive`,
  ].filter((words) => words !== false);
  const counts = [counted(newFailures.length, 'new failure'), ...more, `${fixed.length} fixed`];
  return `${runStatement(before.report)} → ${runStatement(after.report)}: ${counts.join(', ')}`;
}
