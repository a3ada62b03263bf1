import type { Check, Finding } from '../vocabulary/check.ts';
import { derivationOf } from '../vocabulary/derivation.ts';
import { inOneLine } from '../vocabulary/in-one-line.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { NOT_AGAIN } from './add-up.ts';
import { severityOf, verdictOf } from './findings.ts';
import { type Breached, keyOf } from './sweeps.ts';

/** Responses that a finding names; the first one decides. */
const EXAMPLES_AT_MOST = 12;

/**
 * The result of repeating the only request that shows a violation: a response that follows the rule, or a reason.
 */
export type Repetition = { held: string } | { reason: string };

/**
 * The result of a check after its rules were applied to every response of the run. Two responses with the same
 * violation confirm each other, whatever a repetition showed; for a single one its repetition decides.
 */
export function amended(
  line: CheckLine,
  check: Check,
  breaches: readonly Breached[],
  repetitions: ReadonlyMap<string, Repetition>,
): CheckLine {
  if (breaches.length === 0 || line.verdict === 'error' || isBlocked(line, check)) return line;
  const findings = [...line.findings];
  for (const breach of breaches) {
    const at = findings.findIndex((known) => keyOf(known) === keyOf(breach.finding));
    const known = at < 0 ? undefined : findings[at];
    const finding = told(breach, check, known, repetitions);
    if (known) findings[at] = finding;
    else findings.push(finding);
  }
  return rejudged(line, check, findings);
}

/** The result of a check with other findings: at least one. */
export function rejudged(line: CheckLine, check: Check, found: readonly Finding[]): CheckLine {
  const undecided = line.findings.some(({ as }) => as === 'inconclusive');
  const findings = [...found];
  const verdict = verdictOf({
    level: check.level,
    findings,
    observations: line.observations.length,
    evidence: line.evidence.length + 1,
    undecided: line.verdict === 'inconclusive' && !undecided ? [line.message] : [],
  });
  const decides = (finding: Finding) => severityOf(finding, check.level) === verdict;
  findings.sort((a, b) => Number(decides(b)) - Number(decides(a)));
  const evidence = [...new Set([...line.evidence, ...findings.flatMap(({ exchanges }) => exchanges)])];
  const { blockedBy, ...rest } = line;
  return {
    ...rest,
    ...(verdict === 'inconclusive' && blockedBy && { blockedBy }),
    verdict,
    findings,
    evidence,
    message: decides(findings[0]!) ? inOneLine(findings[0]!) : line.message,
  };
}

/** Whether a dependency of the check is broken: its own responses are then not conclusive. */
function isBlocked({ blockedBy, evidence }: CheckLine, { restsOn = [] }: Check): boolean {
  return evidence.length === 0 && restsOn.some((fact) => fact === blockedBy);
}

/**
 * How to repeat a request that alone shows a violation: on a separate connection, or, if the check did that and the
 * rule held, as it was sent.
 */
export function wantedRepetition(
  line: CheckLine | undefined,
  { check, finding, shownBy: [, ...others] }: Breached,
): 'alone' | 'as-sent' | undefined {
  if (others.length > 0 || severityOf(finding, check.level) !== 'fail') return undefined;
  const known = line?.findings.find((one) => keyOf(one) === keyOf(finding));
  if (!known) return 'alone';
  return known.as === 'warn' ? 'as-sent' : undefined;
}

function told(
  { finding, shownBy }: Breached,
  check: Check,
  known: Finding | undefined,
  repetitions: ReadonlyMap<string, Repetition>,
): Finding {
  const isConfirmed = shownBy.length > 1 || severityOf(finding, check.level) !== 'fail';
  if (known && !isConfirmed) return { ...known, ...(finding.seen && { seen: finding.seen }) };
  const [first, ...others] = new Set([...finding.exchanges, ...(known?.exchanges ?? [])]);
  const whole: Finding = { ...finding, exchanges: [first!, ...others.slice(0, EXAMPLES_AT_MOST - 1)] };
  const derived = derivationOf(finding);
  if (isConfirmed) return { ...whole, derived, actual: `${finding.actual}${howMany(finding)}` };
  const repetition = repetitions.get(shownBy[0]!.id) ?? { reason: 'the run ended before' };
  if ('reason' in repetition) {
    const actual = `${finding.actual} (could not be repeated: ${repetition.reason})`;
    return { ...whole, derived, actual, as: 'inconclusive' };
  }
  const exchanges: Finding['exchanges'] = [first!, repetition.held];
  return {
    ...whole,
    derived,
    exchanges,
    actual: `${finding.actual}${NOT_AGAIN}`,
    as: 'warn',
    unstable: true,
  };
}

/** How many responses show the violation, and what their requests have in common; undefined for a single one. */
function howMany({ seen }: Finding): string {
  if (!seen || seen.broken < 2) return '';
  const what = seen.common ? `, the requests with ${seen.common}` : '';
  return ` (${seen.broken} of ${seen.of} answers${what})`;
}
