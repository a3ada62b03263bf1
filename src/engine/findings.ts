import type { Finding } from '../vocabulary/check.ts';
import type { Level, Severity, Verdict } from '../vocabulary/verdict.ts';

/** The severity of a finding in a check of this level: only a `must` can fail. */
export function severityOf(finding: Finding, level: Level): Severity {
  return finding.as ?? (level === 'must' ? 'fail' : 'warn');
}

/** The data of a check before its verdict. */
export interface Sightings {
  level: Level;
  findings: readonly Finding[];
  observations: number;
  /** The number of exchanges that it judged. */
  evidence: number;
  /** Reasons why a part was inconclusive. */
  undecided: readonly string[];
}

/**
 * The verdict of one check. A violation outweighs an inconclusive part (in a `should` check it is a warning), and
 * an inconclusive part outweighs a violation that was lowered to a warning. A check without evidence never passes:
 * it is an `error` of the suite.
 */
export function verdictOf(seen: Sightings): Verdict {
  const severities = new Set(seen.findings.map((f) => severityOf(f, seen.level)));
  if (severities.has('fail')) return 'fail';
  if (seen.level === 'should' && seen.findings.some((finding) => finding.as === undefined)) return 'warn';
  if (severities.has('inconclusive') || seen.undecided.length > 0) return 'inconclusive';
  if (severities.has('warn')) return 'warn';
  if (seen.evidence === 0) return 'error';
  if (seen.observations > 0) return 'observed';
  return seen.level === 'open' ? 'error' : 'pass';
}
