import { harmOfBreach, UNTOLD_HARM, worstHarm } from '../vocabulary/harm.ts';
import { causesOf, withRootCauses } from './causes.ts';
import { clientsOf } from './clients.ts';
import type { Report, ReportCheck } from './model.ts';
import { blockerNamed } from './old-names.ts';
import { isOwnCommand, reproduceCheck } from './reproduce.ts';

/** A check as version 0.1.0 wrote it: without a harm, and with another name for its blocking check. */
type OldCheck = Partial<Pick<ReportCheck, 'harm'>> & Omit<ReportCheck, 'harm'>;

/**
 * The report with all current members: those that an older version omitted are derived, and a command that chatspec
 * does not write is replaced. Its file is unchanged, and so is the digest in its footer.
 */
export function upgraded(stored: Report): Report {
  const report = { ...stored, checks: stored.checks.map((check) => withOwnCommand(check, stored)) };
  if (report.causes && report.clients) return report;
  const checks = withRootCauses(report.checks.map(upgradedCheck));
  return { ...report, checks, causes: causesOf(checks), clients: clientsOf(checks, report.observed) };
}

function upgradedCheck(check: OldCheck): ReportCheck {
  const harm = check.harm ?? UNTOLD_HARM;
  const findings = check.findings.map((f) => ({ ...f, harm: f.harm ?? harmOfBreach(f.breach, harm) }));
  const weighty = findings.filter((f) => f.severity === check.verdict).map((f) => f.harm);
  const blockedBy = blockerNamed(check);
  return {
    ...check,
    findings,
    harm: worstHarm(weighty, harm),
    ...(blockedBy !== undefined && { blockedBy }),
  };
}

function withOwnCommand(check: ReportCheck, { target, seed }: Report): ReportCheck {
  return isOwnCommand(check.reproduce, target.baseUrl)
    ? check
    : { ...check, reproduce: reproduceCheck([check.id], { target, seed }) };
}
