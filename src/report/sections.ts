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

/** Items by harm, the worst first. */
export function byHarm<T extends { harm: Harm }>(items: readonly T[]): [Harm, T[]][] {
  const groups = Map.groupBy(items, ({ harm }) => harm);
  return HARMS.flatMap((harm) => (groups.has(harm) ? [[harm, groups.get(harm)!]] : []));
}

/** Checks by harm, the worst first; failed checks first within each harm. */
export function worstFirst(checks: readonly ReportCheck[]): [Harm, ReportCheck[]][] {
  const rank = ({ verdict }: ReportCheck) => VERDICTS.indexOf(verdict);
  return byHarm(checks.toSorted((a, b) => rank(a) - rank(b)));
}
