import { acceptedWords } from '../known.ts';
import { isAccepted } from '../mark-known.ts';
import { escapeAttribute, escapeMarkup } from '../markup.ts';
import type { Report, ReportCheck } from '../model.ts';
import { sectionOf, worstFirst } from '../sections.ts';
import { runStatement } from '../statement.ts';
import { shorten, withoutCommands } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';

// A job may print the file: commands for its runner are broken.
const attribute = (value: string) => escapeAttribute(withoutCommands(value));
const text = (value: string) => escapeMarkup(withoutCommands(value));

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

/** JUnit's outcome for a check; a warning is a failure only with `--fail-on-warn`. */
export function junitOutcome(check: Pick<ReportCheck, 'verdict' | 'findings'>, failOnWarn: boolean): Outcome {
  // An accepted finding does not fail a build; its reason is in the message.
  if ((check.verdict === 'fail' || failOnWarn) && isAccepted(check)) return 'skipped';
  return check.verdict === 'warn' && failOnWarn ? 'failure' : FOREIGN[check.verdict].junit;
}

/**
 * The report as JUnit XML: a test suite per harm, the worst first, and a test case per check. Times are those of
 * the report: checks run concurrently, so that their sum may be longer than the run.
 */
export function renderJUnit(report: Report): string {
  const { failOnWarn } = report.strictness;
  const outcome = (check: ReportCheck) => junitOutcome(check, failOnWarn);
  const totals = (checks: readonly ReportCheck[]) => {
    const count = (word: string) => checks.filter((c) => outcome(c) === word).length;
    const time = seconds(checks.reduce((sum, c) => sum + c.durationMs, 0));
    return `tests="${checks.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${time}"`;
  };
  const suites = worstFirst(report.checks).map(
    ([harm, checks]) =>
      `  <testsuite name="${attribute(harm)}" ${totals(checks)} timestamp="${report.startedAt.slice(0, 19)}" hostname="${attribute(hostOf(report))}">\n` +
      `${properties(report)}${checks.map((c) => testCase(c, classOf(c, report), outcome(c))).join('')}  </testsuite>\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<testsuites name="chatspec: ${attribute(runStatement(report))}" ${totals(report.checks)}>\n${suites.join('')}</testsuites>\n`
  );
}

function hostOf({ target }: Report): string {
  return URL.canParse(target.baseUrl) ? new URL(target.baseUrl).host : target.baseUrl;
}

/** The target and options; the same in each suite, since viewers show one suite at a time. */
function properties(report: Report): string {
  const { target, suite, cost } = report;
  const facts: Record<string, string | number | undefined> = {
    target: target.baseUrl,
    model: target.model,
    profile: report.profile,
    seed: report.seed,
    version: suite.version,
    checks: suite.checksDigest,
    contract: report.spec.digest,
    verdict: runStatement(report),
    requests: cost.requests,
    billed: cost.billed,
    tokens: cost.tokensReported.total,
    usd: cost.usd,
  };
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `      <property name="${name}" value="${attribute(String(value))}"/>\n`);
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

/** Viewers split a class at its dots into packages, which do not exist here. */
function classOf(check: ReportCheck, report: Report): string {
  const section = sectionOf(check);
  return `${section} ${report.clauses[section] ?? ''}`.trim().replaceAll('.', '-');
}

function testCase(check: ReportCheck, className: string, outcome: Outcome): string {
  const head = `    <testcase classname="${attribute(className)}" name="${attribute(check.id)}" time="${seconds(check.durationMs)}"`;
  const accepted = check.findings.find((f) => f.accepted)?.accepted;
  const excuse = accepted && isAccepted(check) ? `accepted ${acceptedWords(accepted)}: ` : '';
  // JUnit has one outcome for all checks that neither passed nor failed: the message begins with the verdict.
  const doubt = outcome === 'skipped' ? `${check.verdict}: ` : '';
  const cause = check.blockedBy === undefined ? '' : `blocked by ${check.blockedBy}: `;
  const message = attribute(shorten(`${doubt}${excuse}${cause}${check.message}`, 500));
  const details = text(shorten(describe(check), 20_000));
  if (outcome === 'passed') return `${head}/>\n`;
  const type = outcome === 'skipped' ? '' : ` type="${check.verdict}"`;
  const isBare = outcome === 'skipped' && check.findings.length === 0;
  const rest = isBare ? '/>' : `>${details}</${outcome}>`;
  return `${head}>\n      <${outcome}${type} message="${message}"${rest}\n    </testcase>\n`;
}

/** A check's result as plain text of several lines. */
function describe(check: ReportCheck): string {
  const findings = check.findings.map((f) =>
    [
      `clause ${f.clause}, ${f.severity}`,
      `expected: ${f.expected}`,
      `actual:   ${f.actual}`,
      `place:    ${f.place} of ${f.exchanges.join(', ')}`,
      ...(f.said === undefined ? [] : [`message:  ${f.said}`]),
      ...(f.accepted ? [`accepted: ${acceptedWords(f.accepted)}`] : []),
      ...(f.curl ? [`again:    ${f.curl}`] : []),
    ].join('\n'),
  );
  const told = findings.length > 0 ? findings : [check.message];
  return [`${check.verdict}: ${check.title}`, ...told, check.reproduce].join('\n');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
