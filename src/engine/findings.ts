import type { Finding } from '../vocabulary/check.ts';
import type { Level, Severity, Verdict } from '../vocabulary/verdict.ts';

/** What a finding weighs in a check of this level: only a `must` can fail. */
export function severityOf(finding: Finding, level: Level): Severity {
  return finding.as ?? (level === 'must' ? 'fail' : 'warn');
}

/** What a check saw, before it is summed up. */
export interface Sightings {
  level: Level;
  findings: readonly Finding[];
  observations: number;
  /** How many exchanges it looked at. */
  evidence: number;
  /** Reasons why a part of it could not be decided. */
  undecided: readonly string[];
}

/**
 * The verdict of one check. A breach outweighs a doubt (of a `should` check it is a warning), a doubt outweighs what was
 * lowered to a warning, and nothing passes on nothing: a check without evidence is an `error` of the suite.
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
