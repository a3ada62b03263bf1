import { HARMS, type Harm } from '../../vocabulary/harm.ts';
import { isDecided, type Verdict } from '../../vocabulary/verdict.ts';
import type { Report, ReportCheck, ReportObservation } from '../model.ts';
import { keyNow } from '../old-names.ts';

export interface Changed {
  id: string;
  title: string;
  before: Verdict;
  after: Verdict;
  harm: Harm;
  message: string;
}

/** The differences from an earlier to a later run. */
export interface Comparison {
  /** Checks that fail now and did not before. */
  newFailures: Changed[];
  /** Checks that were decided before and are not now: a failure may hide behind them. */
  undecided: Changed[];
  /** Checks that warn now and neither warned nor failed before. */
  newWarnings: Changed[];
  /** Checks that failed before and do not now. */
  fixed: Changed[];
  /** Checks with other changes of verdict. */
  otherwise: Changed[];
  observations: { check: string; key: string; before?: string; after?: string }[];
  came: { id: string; verdict: Verdict }[];
  went: { id: string; verdict: Verdict }[];
}

/** Compares two reports by the ids of their checks. */
export function compareReports(before: Report, after: Report): Comparison {
  const then = new Map(before.checks.map((c) => [c.id as string, c]));
  const now = new Map(after.checks.map((c) => [c.id as string, c]));
  const comparison: Comparison = {
    newFailures: [],
    undecided: [],
    newWarnings: [],
    fixed: [],
    otherwise: [],
    observations: compareObservations(before.observed, after.observed),
    came: after.checks.filter((c) => !then.has(c.id)).map(brief),
    went: before.checks.filter((c) => !now.has(c.id)).map(brief),
  };
  for (const check of after.checks) {
    const earlier = then.get(check.id);
    if (!earlier || earlier.verdict === check.verdict) continue;
    const change = changed(check, earlier.verdict);
    if (check.verdict === 'fail') comparison.newFailures.push(change);
    else if (isDecided(earlier.verdict) && !isDecided(check.verdict)) comparison.undecided.push(change);
    else if (earlier.verdict === 'fail') comparison.fixed.push(change);
    else if (check.verdict === 'warn') comparison.newWarnings.push(change);
    else comparison.otherwise.push(change);
  }
  // A failed check that is new in this suite is a failure that the earlier release did not test.
  for (const { id, verdict } of comparison.came) {
    if (verdict !== 'fail') continue;
    comparison.newFailures.push(changed(now.get(id)!, 'skipped'));
  }
  for (const list of [comparison.newFailures, comparison.undecided, comparison.newWarnings])
    list.sort((a, b) => HARMS.indexOf(a.harm) - HARMS.indexOf(b.harm));
  return comparison;
}

/** 1 for a new failure; 3 if a decided check is not decided any more; else 0. */
export function comparisonCode(comparison: Comparison): 0 | 1 | 3 {
  if (comparison.newFailures.length > 0) return 1;
  return comparison.undecided.length > 0 || comparison.went.some((c) => isDecided(c.verdict)) ? 3 : 0;
}

function changed({ id, title, verdict, harm, message }: ReportCheck, before: Verdict): Changed {
  return { id, title, before, after: verdict, harm, message };
}

function brief({ id, verdict }: ReportCheck): { id: string; verdict: Verdict } {
  return { id, verdict };
}

function compareObservations(before: readonly ReportObservation[], after: readonly ReportObservation[]) {
  const then = byKey(before);
  const now = byKey(after);
  const changes: Comparison['observations'] = [];
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    const [check, key] = JSON.parse(name) as [string, string];
    const values = [then.get(name), now.get(name)];
    if (values[0] === values[1]) continue;
    changes.push({
      check,
      key,
      ...(values[0] !== undefined && { before: values[0] }),
      ...(values[1] !== undefined && { after: values[1] }),
    });
  }
  return changes;
}

function byKey(observed: readonly ReportObservation[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { check, key, value } of observed) {
    const name = JSON.stringify([check, keyNow(key)]);
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return values;
}
