import { VERDICTS, type Verdict } from '../vocabulary/verdict.ts';
import type { ReportCheck, ReportCounts } from './model.ts';
import { FOREIGN } from './verdict-map.ts';

/** How many checks ended in each verdict. */
export function countVerdicts(checks: readonly Pick<ReportCheck, 'verdict'>[]): ReportCounts {
  const counts = Object.fromEntries(VERDICTS.map((v) => [v, 0])) as Record<Verdict, number>;
  for (const { verdict } of checks) counts[verdict]++;
  return { ...counts, total: checks.length };
}

/** The verdicts in the order of a sentence that counts. */
const ORDER: readonly Verdict[] = [
  'pass',
  'fail',
  'error',
  'warn',
  'inconclusive',
  'observed',
  'not-applicable',
  'skipped',
];

/**
 * "81 passed, 2 failed, 3 inconclusive, 6 not applicable of 92"; zero counts are omitted, except passed and failed.
 */
export function countsInWords(counts: ReportCounts): string {
  const parts = ORDER.filter((v) => counts[v] > 0 || v === 'pass' || v === 'fail');
  return `${parts.map((v) => `${counts[v]} ${FOREIGN[v].word}`).join(', ')} of ${counts.total}`;
}

/** "2 failed, 3 inconclusive": those of the verdicts that occur. */
export function wordsFor(verdicts: readonly Verdict[], counts: Readonly<Record<Verdict, number>>): string {
  return verdicts
    .filter((v) => counts[v] > 0)
    .map((v) => `${counts[v]} ${FOREIGN[v].word}`)
    .join(', ');
}

/** The areas in which some check was not applicable, each once. */
export function areasNotApplicable(checks: readonly Pick<ReportCheck, 'verdict' | 'area'>[]): string[] {
  return [...new Set(checks.filter((c) => c.verdict === 'not-applicable').map((c) => c.area))];
}
