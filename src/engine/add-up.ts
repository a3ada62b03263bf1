import type { Check, Finding } from '../vocabulary/check.ts';
import { inOneLine } from '../vocabulary/in-one-line.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { verdictOf } from './findings.ts';

/** What is said of a finding that did not recur. */
export const NOT_AGAIN = ' (unstable: correct when repeated)';

/** Violations that no load and no limit explains, in words. */
type Lapse =
  | 'an invalid key was accepted'
  | 'an invalid request was accepted'
  | 'usage of another organization was shown';

/** The violation that did not recur, if it is one of these. */
function lapseOf({ breach, unstable, as, clause }: Finding, check: Check): Lapse | undefined {
  if (!unstable || as !== 'warn') return undefined;
  if (breach === 'unlocked') return 'an invalid key was accepted';
  if (breach === 'bad-accepted') return 'an invalid request was accepted';
  return (clause ?? check.clauses[0]) === '5.3' ? 'usage of another organization was shown' : undefined;
}

/**
 * The results that change because several checks saw the same kind of violation, and a good repetition: it excuses
 * nothing that two answers of the run show, whatever the endpoint and the member.
 */
export function addedUp(checks: readonly Check[], lines: ReadonlyMap<string, CheckLine>): CheckLine[] {
  const all = checks.flatMap((check) => {
    const line = lines.get(check.id);
    return line ? [{ check, line }] : [];
  });
  const seen = all.flatMap(({ check, line }) => line.findings.map((finding) => lapseOf(finding, check)));
  const many = (lapse: Lapse) => seen.filter((other) => other === lapse).length;
  return all.flatMap(({ check, line }) => {
    const findings = line.findings.map((finding): Finding => {
      const lapse = lapseOf(finding, check);
      return lapse && many(lapse) > 1
        ? confirmed(finding, `${lapse} in ${many(lapse)} findings of the run`)
        : finding;
    });
    return findings.every((finding, i) => finding === line.findings[i])
      ? []
      : [withFindings(check, line, findings)];
  });
}

function confirmed({ as: _, unstable: __, ...finding }: Finding, why: string): Finding {
  const { actual } = finding;
  const base = actual.endsWith(NOT_AGAIN) ? actual.slice(0, -NOT_AGAIN.length) : actual;
  return { ...finding, actual: `${base} (correct when repeated; ${why})` };
}

function withFindings(check: Check, line: CheckLine, findings: Finding[]): CheckLine {
  const [observations, evidence] = [line.observations.length, line.evidence.length];
  const verdict = verdictOf({ level: check.level, findings, observations, evidence, undecided: [] });
  const first = findings.find(({ as }) => as === undefined);
  return { ...line, findings, verdict, message: first ? inOneLine(first) : line.message };
}
