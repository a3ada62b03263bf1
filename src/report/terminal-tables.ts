import { VERDICTS, type Verdict } from '../vocabulary/verdict.ts';
import type { Report } from './model.ts';
import { type Palette, VERDICT_COLOUR } from './palette.ts';
import { bySection } from './sections.ts';
import { FOREIGN } from './verdict-map.ts';

/** Checks that are named as the slowest, and how long one has to take to be worth it. */
const SLOWEST = 5;
const SLOW_MS = 1_000;
/** Titles of sections are cut to this where the width is not known. */
const TITLE = 40;

/** How the checks of each section ended, a line each; sections of which nothing was selected are left out. */
export function sectionTable(report: Report, paint: Palette, columns: number): string[] {
  const selected = report.checks.filter((c) => c.verdict !== 'skipped');
  const rows = [...bySection(selected)].map(([section, checks]) => ({
    section,
    title: report.clauses[section] ?? '',
    counts: VERDICTS.map((verdict) => [verdict, checks.filter((c) => c.verdict === verdict).length] as const),
  }));
  if (rows.length < 2) return [];
  // Only verdicts that occur have a column, so that the table stays narrow.
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

/** The checks whose own requests took longest; none where all were quick. */
export function slowestChecks({ checks }: Report): string[] {
  return checks
    .filter((c) => c.durationMs >= SLOW_MS)
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, SLOWEST)
    .map((c) => `${(c.durationMs / 1000).toFixed(1)} s  ${c.id}`);
}

const countOf = (counts: readonly (readonly [Verdict, number])[], verdict: Verdict) =>
  counts.find(([v]) => v === verdict)?.[1] ?? 0;

const cutTo = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
