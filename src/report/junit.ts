import { HARMS, type Harm } from '../vocabulary/harm.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';
import { isAccepted } from './known/mark.ts';
import { acceptedWords } from './known.ts';
import type { Report, ReportCheck } from './model.ts';
import { runStatement } from './statement.ts';
import { shorten } from './text.ts';
import { FOREIGN } from './verdict-map.ts';
import { escapeAttribute as attribute, escapeMarkup as text } from './xml.ts';

/** The section under which a check is listed: the first two numbers of its first clause. */
export function sectionOf(check: Pick<ReportCheck, 'clauses'>): string {
  return check.clauses[0]!.split('.').slice(0, 2).join('.');
}

/** Checks by section, sections in the order of the contract. */
export function bySection<C extends Pick<ReportCheck, 'clauses'>>(checks: readonly C[]): Map<string, C[]> {
  const sections = Map.groupBy(checks, sectionOf);
  return new Map([...sections].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

/** JUnit's word for a check; a warning is a failure only for those who asked for it. */
export function junitOutcome(check: Pick<ReportCheck, 'verdict' | 'findings'>, failOnWarn: boolean): Outcome {
  // What was accepted turns no build red; its reason stands where JUnit has room for one.
  if ((check.verdict === 'fail' || failOnWarn) && isAccepted(check)) return 'skipped';
  return check.verdict === 'warn' && failOnWarn ? 'failure' : FOREIGN[check.verdict].junit;
}

/**
 * The outcome of each check of a report. What another check leaves undecided is skipped, as long as that one is red
 * itself: skipped alone would read as green.
 */
export function junitOutcomes(report: Report): (check: ReportCheck) => Outcome {
  const { failOnWarn } = report.strictness;
  const red = new Set(
    report.checks
      .filter((c) => ['failure', 'error'].includes(junitOutcome(c, failOnWarn)))
      .map((c): string => c.id),
  );
  return (check) =>
    check.blockedBy !== undefined && red.has(check.blockedBy) ? 'skipped' : junitOutcome(check, failOnWarn);
}

/** Checks by harm, the worst first; among those of one harm what is red comes first. */
export function worstFirst<C extends Pick<ReportCheck, 'harm' | 'verdict'>>(
  checks: readonly C[],
): Map<Harm, C[]> {
  const rank = (check: C) => VERDICTS.indexOf(check.verdict);
  const of = (harm: Harm) => checks.filter((c) => c.harm === harm).sort((a, b) => rank(a) - rank(b));
  return new Map(HARMS.map((harm) => [harm, of(harm)] as const).filter(([, members]) => members.length > 0));
}

/** The report as JUnit XML: a test suite for each harm, the worst first, and a test case for each check. */
export function renderJUnit(report: Report): string {
  const outcome = junitOutcomes(report);
  const totals = (checks: readonly ReportCheck[]) => {
    const count = (word: string) => checks.filter((c) => outcome(c) === word).length;
    const time = seconds(checks.reduce((sum, c) => sum + c.durationMs, 0));
    return `tests="${checks.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${time}"`;
  };
  const suites = [...worstFirst(report.checks)].map(
    ([harm, checks]) =>
      `  <testsuite name="${attribute(harm)}" ${totals(checks)} timestamp="${report.startedAt.slice(0, 19)}">\n` +
      `${checks.map((c) => testCase(c, sectionOf(c), outcome(c))).join('')}  </testsuite>\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<testsuites name="chatspec: ${attribute(runStatement(report))}" ${totals(report.checks)}>\n${suites.join('')}</testsuites>\n`
  );
}

function testCase(check: ReportCheck, section: string, outcome: string): string {
  const head = `    <testcase classname="${attribute(section)}" name="${attribute(check.id)}" time="${seconds(check.durationMs)}"`;
  const accepted = check.findings.find((f) => f.accepted)?.accepted;
  const excuse = accepted && isAccepted(check) ? `accepted ${acceptedWords(accepted)}: ` : '';
  const cause = check.blockedBy === undefined ? '' : `blocked by ${check.blockedBy}: `;
  const message = attribute(shorten(`${excuse}${cause}${check.message}`, 500));
  const details = text(shorten(describe(check), 20_000));
  switch (outcome) {
    case 'failure':
    case 'error':
      return `${head}>\n      <${outcome} type="${check.verdict}" message="${message}">${details}</${outcome}>\n    </testcase>\n`;
    case 'skipped':
      return `${head}>\n      <skipped message="${message}"/>\n    </testcase>\n`;
    default:
      return check.verdict === 'pass'
        ? `${head}/>\n`
        : `${head}>\n      <system-out>${details}</system-out>\n    </testcase>\n`;
  }
}

/** A check's result as plain text of several lines. */
function describe(check: ReportCheck): string {
  const findings = check.findings.map((f) =>
    [
      `clause ${f.clause}, ${f.severity}`,
      `expected: ${f.expected}`,
      `actual:   ${f.actual}`,
      `place:    ${f.place} of ${f.exchanges.join(', ')}`,
      ...(f.accepted ? [`accepted: ${acceptedWords(f.accepted)}`] : []),
      ...(f.curl ? [`again:    ${f.curl}`] : []),
    ].join('\n'),
  );
  return [`${check.verdict}: ${check.title}`, check.message, ...findings, check.reproduce].join('\n');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
