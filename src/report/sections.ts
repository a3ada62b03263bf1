import { HARMS, type Harm } from '../vocabulary/harm.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';
import type { ReportCheck } from './model.ts';

/** The section of a check: the first two numbers of its first clause. */
export function sectionOf(check: Pick<ReportCheck, 'clauses'>): string {
  return check.clauses[0].split('.').slice(0, 2).join('.');
}

/** Checks by section, sections in the order of the contract. */
export function bySection<C extends Pick<ReportCheck, 'clauses'>>(checks: readonly C[]): Map<string, C[]> {
  const sections = Map.groupBy(checks, sectionOf);
  return new Map([...sections].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

/** Checks by harm, the worst first; failed checks first within each harm. */
export function worstFirst<C extends Pick<ReportCheck, 'harm' | 'verdict'>>(
  checks: readonly C[],
): Map<Harm, C[]> {
  const rank = (check: C) => VERDICTS.indexOf(check.verdict);
  const of = (harm: Harm) => checks.filter((c) => c.harm === harm).sort((a, b) => rank(a) - rank(b));
  return new Map(HARMS.map((harm) => [harm, of(harm)] as const).filter(([, members]) => members.length > 0));
}
