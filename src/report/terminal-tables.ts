import { counted } from '../vocabulary/counted.ts';
import { VERDICTS, type Verdict } from '../vocabulary/verdict.ts';
import type { Report } from './model.ts';
import { type Palette, VERDICT_COLOUR } from './palette.ts';
import { bySection } from './sections.ts';
import { FOREIGN } from './verdict-map.ts';

/** Maximum length of section titles if the width is unknown. */
const TITLE = 40;

/** The verdicts of each section, one line each; sections without selected checks are omitted. */
export function sectionTable(report: Report, paint: Palette, columns: number): string[] {
  const selected = report.checks.filter((c) => c.verdict !== 'skipped');
  const rows = [...bySection(selected)].map(([section, checks]) => ({
    section,
    title: report.clauses[section] ?? '',
    counts: VERDICTS.map((verdict) => [verdict, checks.filter((c) => c.verdict === verdict).length] as const),
  }));
  if (rows.length < 2) return [];
  // Only verdicts that occur have a column.
  const used = VERDICTS.filter((verdict) => rows.some(({ counts }) => countOf(counts, verdict) > 0));
  const width = used.length * 6;
  const title = Math.max(8, Math.min(TITLE, columns - width - 8));
  return rows.map(({ section, title: words, counts }) => {
    const cells = used.map((verdict) => {
      const many = countOf(counts, verdict);
      const cell = many > 0 ? `${FOREIGN[verdict].mark} ${many}` : '';
      return many > 0 ? paint(VERDICT_COLOUR[verdict], cell.padEnd(6)) : cell.padEnd(6);
    });
    return `${section.padEnd(6)}${cutTo(words, title).padEnd(title)}  ${cells.join('')}`.trimEnd();
  });
}

/** Response times of each endpoint, the slowest first. */
export function slowestEndpoints({ timings = [] }: Pick<Report, 'timings'>): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return timings
    .toSorted((a, b) => b.p90 - a.p90)
    .map(
      ({ endpoint, measure, count, p50, p90, max }) =>
        `${endpoint}, ${measure}: p50 ${seconds(p50)}, p90 ${seconds(p90)}, maximum ${seconds(max)} (${counted(count, 'response')})`,
    );
}

const countOf = (counts: readonly (readonly [Verdict, number])[], verdict: Verdict) =>
  counts.find(([v]) => v === verdict)?.[1] ?? 0;

const cutTo = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
