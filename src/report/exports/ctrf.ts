import { jsonText } from '../../vocabulary/json-text.ts';
import { isAccepted } from '../mark-known.ts';
import type { Report, ReportCheck } from '../model.ts';
import { sectionOf, worstFirst } from '../sections.ts';
import { runStatement } from '../statement.ts';
import { visible, withoutCommands } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';

/** The report in the Common Test Report Format, as JSON text. */
export function renderCtrf(report: Report): string {
  const folded = foldedIn(report);
  const checks = worstFirst(report.checks).flatMap(([, its]) => its);
  const tests = checks.map((check) => ({
    name: check.id,
    status: folded(check) ? 'skipped' : FOREIGN[check.verdict].ctrf,
    rawStatus: check.verdict,
    duration: check.durationMs,
    suite: [check.harm, sectionOf(check), check.area],
    message: visible(check.message),
    tags: [check.level, check.harm, ...check.clauses],
    extra: {
      title: check.title,
      ...(check.blockedBy !== undefined && { blockedBy: check.blockedBy }),
      findings: check.findings,
      evidence: check.evidence,
      reproduce: check.reproduce,
    },
  }));
  const count = (status: string) => tests.filter((t) => t.status === status).length;
  const start = Date.parse(report.startedAt);
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: report.endedAt,
    generatedBy: `${report.suite.name} ${report.suite.version}`,
    results: {
      tool: {
        name: report.suite.name,
        version: report.suite.version,
        extra: { verdict: report.verdict, statement: runStatement(report) },
      },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(tests.map((t) => t.suite[0])).size,
        start,
        stop: start + report.durationMs,
      },
      tests,
      environment: { appName: report.target.baseUrl, extra: { model: report.target.model ?? '' } },
    },
  };
  // Without indentation, since only programs read it; some print it.
  return withoutCommands(jsonText(ctrf, 0));
}

/**
 * Checks that another failed check blocks, and accepted ones: both are skipped. Skipped without a failed one would
 * look like success.
 */
function foldedIn({ checks, strictness }: Report): (check: ReportCheck) => boolean {
  const redOnes = strictness.failOnWarn ? [...RED, 'warn'] : RED;
  const accepted = (check: ReportCheck) =>
    (check.verdict === 'fail' || strictness.failOnWarn) && isAccepted(check);
  const red = new Set(
    checks.filter((c) => redOnes.includes(c.verdict) && !accepted(c)).map((c): string => c.id),
  );
  return (check) => accepted(check) || (check.blockedBy !== undefined && red.has(check.blockedBy));
}

const RED: readonly string[] = ['fail', 'error', 'inconclusive'];
