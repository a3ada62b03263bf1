import type { KnownFinding } from '../vocabulary/record.ts';
import { isDecided } from '../vocabulary/verdict.ts';
import { fingerprint } from './fingerprint.ts';
import type { ReportCheck, ReportKnown } from './model.ts';

/** Checks with their accepted findings marked, and the state of each accepted finding. */
export interface Marked {
  checks: ReportCheck[];
  known: ReportKnown[];
}

/**
 * Marks the accepted findings, by fingerprint, target and day. `endedAt` is the end of the run in epoch
 * milliseconds: a finding that was accepted until an earlier day counts again. States: `accepted`, `expired`,
 * `gone` (its check was decided without it), `unseen` (its check was not decided, or it belongs to another target).
 */
export function markKnown(
  checks: readonly ReportCheck[],
  known: readonly KnownFinding[],
  target: string,
  endedAt: number,
): Marked {
  const today = new Date(endedAt).toISOString().slice(0, 10);
  const isOurs = (k: KnownFinding) => k.target === undefined || k.target === target;
  const keyOf = (id: string, name: string) => `${id} ${name}`;
  // The first of equal ones is taken.
  const ours = new Map(
    known
      .filter(isOurs)
      .toReversed()
      .map((k) => [keyOf(k.check, k.fingerprint), k]),
  );
  const seen = new Set<KnownFinding>();
  const marked = checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => {
      const name = fingerprint(check.id, finding);
      const entry = ours.get(keyOf(check.id, name));
      if (entry) seen.add(entry);
      const holds = entry && today <= entry.until;
      return {
        ...finding,
        fingerprint: name,
        ...(holds && { accepted: { reason: entry.reason, owner: entry.owner, until: entry.until } }),
      };
    }),
  }));
  const stateOf = (entry: KnownFinding): ReportKnown['state'] => {
    if (seen.has(entry)) return today <= entry.until ? 'accepted' : 'expired';
    const check = isOurs(entry) && checks.find(({ id }) => id === entry.check);
    return check && isDecided(check.verdict) ? 'gone' : 'unseen';
  };
  return {
    checks: marked,
    known: known.map((entry) => ({
      check: entry.check,
      fingerprint: entry.fingerprint,
      reason: entry.reason,
      owner: entry.owner,
      until: entry.until,
      state: stateOf(entry),
    })),
  };
}

/** Whether all findings that decide a check's verdict (`fail`, or `warn`) were accepted. */
export function isAccepted(check: Pick<ReportCheck, 'verdict' | 'findings'>): boolean {
  const weighty = check.findings.filter((f) => f.severity === check.verdict);
  return weighty.length > 0 && weighty.every((f) => f.accepted !== undefined);
}
