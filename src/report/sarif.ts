import { HARMS, type Harm } from '../vocabulary/harm.ts';
import { inOneLine } from '../vocabulary/in-one-line.ts';
import { jsonText } from '../vocabulary/json-text.ts';
import { isAccepted } from './known/mark.ts';
import type { Report, ReportCheck, ReportFinding } from './model.ts';
import { runStatement } from './statement.ts';
import { shorten, visible } from './text.ts';

/** Where code scanning shows a finding: a service has no source that could be marked. */
const PAGE = 'index.html';

type Level = 'error' | 'warning' | 'note';

/** A broken `must` by what it does to people; a warning is one step less. */
const LEVELS: Readonly<Record<Harm, Level>> = {
  doors: 'error',
  money: 'error',
  clients: 'error',
  answers: 'warning',
  leniency: 'warning',
  form: 'note',
};
const LESS: Readonly<Record<Level, Level>> = { error: 'warning', warning: 'note', note: 'note' };

/**
 * The report as SARIF 2.1.0 for code scanning: a result for each check that failed, warned or could not be decided, with
 * its harm as level; the sentences of the contract that it rests on are its rule.
 */
export function renderSarif(report: Report): string {
  const told = report.checks.filter((c) => ['fail', 'warn', 'inconclusive'].includes(c.verdict));
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.suite.name,
            version: report.suite.version,
            rules: told.map((check) => ruleOf(check, report)),
          },
        },
        automationDetails: { id: `chatspec/${report.target.baseUrl}/` },
        invocations: [
          {
            executionSuccessful: report.ended === undefined,
            startTimeUtc: report.startedAt,
            endTimeUtc: report.endedAt,
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: told.flatMap((check, index) => resultsOf(check, index)),
        properties: {
          verdict: runStatement(report),
          target: report.target.baseUrl,
          profile: report.profile,
          seed: report.seed,
        },
      },
    ],
  };
  return jsonText(sarif);
}

function ruleOf(check: ReportCheck, report: Report): object {
  const rows = report.ledger.filter((row) => row.checks.includes(check.id));
  const sentences = rows.map((row) => `${row.clause}: ${row.sentence}`);
  const words = sentences.length > 0 ? sentences.join('\n') : check.title;
  return {
    id: check.id,
    shortDescription: { text: visible(check.title) },
    fullDescription: { text: visible(shorten(words, 1000)) },
    help: { text: visible(`Clauses ${check.clauses.join(', ')}. Again: ${check.reproduce}`) },
    defaultConfiguration: { level: LEVELS[check.harm] },
    properties: {
      tags: [check.area, check.level, check.harm, ...check.clauses],
      clauses: check.clauses,
      harm: check.harm,
      // What code scanning takes for a weakness, and not for a bug.
      ...(check.harm === HARMS[0] && { 'security-severity': '8.0' }),
    },
  };
}

function resultsOf(check: ReportCheck, index: number): object[] {
  const base = { ruleId: check.id, ruleIndex: index };
  if (check.verdict === 'inconclusive') {
    const message = { text: visible(shorten(check.message, 1000)) };
    return [{ ...base, kind: 'open', level: 'none', message, locations: [locationOf(check)] }];
  }
  const worst = LEVELS[check.harm];
  return check.findings.map((finding) => ({
    ...base,
    kind: 'fail',
    level: finding.severity === 'fail' ? LEVELS[finding.harm] : LESS[worst],
    message: { text: wordsOf(finding) },
    locations: [locationOf(check, finding)],
    ...(finding.fingerprint !== undefined && {
      partialFingerprints: { 'chatspecFinding/v1': finding.fingerprint },
    }),
    ...(finding.accepted &&
      isAccepted(check) && {
        suppressions: [{ kind: 'external', justification: visible(finding.accepted.reason) }],
      }),
    properties: { exchanges: finding.exchanges, ...(finding.curl !== undefined && { curl: finding.curl }) },
  }));
}

function wordsOf({ clause, expected, actual, place }: ReportFinding): string {
  return visible(shorten(`Clause ${clause}; ${inOneLine({ expected, actual })} (${place})`, 2000));
}

function locationOf(check: ReportCheck, finding?: ReportFinding): object {
  return {
    physicalLocation: { artifactLocation: { uri: PAGE }, region: { startLine: 1 } },
    logicalLocations: [
      { name: check.id, kind: 'member', ...(finding && { fullyQualifiedName: visible(finding.place) }) },
    ],
  };
}
