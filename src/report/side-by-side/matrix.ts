import { bySection } from '../sections.ts';
import type { RunColumn } from './facts.ts';
import { type SideGroup, sideBySidePage } from './page.ts';

/** Several services side by side as one page. */
export function matrixPage(runs: readonly RunColumn[]): string {
  const title = `${runs.length} services side by side`;
  return sideBySidePage({ title, heading: 'Side by side', runs, groups: checksBySection(runs) });
}

/** Every check of the runs, section by section. */
export function checksBySection(runs: readonly RunColumn[]): SideGroup[] {
  const reports = runs.map(({ report }) => report);
  const byId = reports.map(({ checks }) => new Map(checks.map((c) => [c.id as string, c])));
  const checks = new Map(reports.flatMap((report) => report.checks.map((c) => [c.id as string, c])));
  const named = new Map(reports.flatMap(({ clauses = {} }) => Object.entries(clauses)));
  return [...bySection([...checks.values()])].map(([section, members]) => ({
    title: `${section} ${named.get(section) ?? ''}`,
    rows: members.map(({ id, title }) => ({ id, title, cells: byId.map((its) => its.get(id)?.verdict) })),
  }));
}
