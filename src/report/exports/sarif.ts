import { sentenceWords } from '../../contract/ledger.ts';
import { HARMS } from '../../vocabulary/harm.ts';
import { inOneLine } from '../../vocabulary/in-one-line.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { isAccepted } from '../mark-known.ts';
import type { Report, ReportCheck, ReportFinding } from '../model.ts';
import { runStatement } from '../statement.ts';
import { shorten, visible, withoutCommands } from '../text.ts';

/** The location of findings in code scanning: a service has no source file. */
const PAGE = 'index.html';

/** SARIF's levels: by the contract alone. `properties.harm` contains the harm. */
const LEVELS = { fail: 'error', warn: 'warning', observed: 'note' } as const;

/**
 * The report as SARIF 2.1.0 for code scanning: a result for each finding of a failed or warning check, for each
 * inconclusive check, and for each observation. The sentences behind a check are its rule; an error of chatspec is
 * a notification of the tool.
 */
export function renderSarif(report: Report): string {
  const told = report.checks.filter((c) => TOLD.has(c.verdict));
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
            toolExecutionNotifications: report.checks
              .filter((c) => c.verdict === 'error')
              .map(notificationOf),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: told.flatMap((check, index) => resultsOf(check, index, report)),
        properties: {
          verdict: runStatement(report),
          target: report.target.baseUrl,
          profile: report.profile,
          seed: report.seed,
        },
      },
    ],
  };
  return withoutCommands(jsonText(sarif));
}

const TOLD: ReadonlySet<Verdict> = new Set<Verdict>(['fail', 'warn', 'inconclusive', 'observed']);

function notificationOf(check: ReportCheck): object {
  return {
    level: 'error',
    descriptor: { id: check.id },
    message: { text: messageText(check.message, 1000) },
  };
}

function ruleOf(check: ReportCheck, report: Report): object {
  const rows = report.ledger.filter((row) => row.checks.includes(check.id));
  const sentences = rows.map((row) => `${row.clause}: ${sentenceWords(row)}`);
  const words = sentences.length > 0 ? sentences.join('\n') : check.title;
  return {
    id: check.id,
    shortDescription: { text: messageText(check.title, 1000) },
    fullDescription: { text: messageText(words, 1000) },
    help: { text: messageText(`Clauses ${check.clauses.join(', ')}. Again: ${check.reproduce}`, 4000) },
    defaultConfiguration: {
      level: LEVELS[check.level === 'must' ? 'fail' : check.level === 'should' ? 'warn' : 'observed'],
    },
    properties: {
      tags: [check.area, check.level, check.harm, ...check.clauses],
      clauses: check.clauses,
      harm: check.harm,
      // Marks security findings for code scanning.
      ...(check.harm === HARMS[0] && { 'security-severity': '8.0' }),
    },
  };
}

function resultsOf(check: ReportCheck, index: number, { observed }: Report): object[] {
  const base = { ruleId: check.id, ruleIndex: index };
  const plain = (text: string) => ({
    message: { text: messageText(text, 1000) },
    locations: [locationOf(check)],
  });
  if (check.verdict === 'inconclusive') return [{ ...base, ...UNDECIDED, ...plain(check.message) }];
  if (check.verdict === 'observed') {
    const its = observed.filter((o) => o.check === check.id).map(({ key, value }) => `${key}: ${value}`);
    return [{ ...base, kind: 'fail', level: LEVELS.observed, ...plain(its.join('; ') || check.message) }];
  }
  return check.findings.map((finding) => ({
    ...base,
    ...(finding.severity === 'inconclusive' ? UNDECIDED : { kind: 'fail', level: LEVELS[finding.severity] }),
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

/** SARIF has no level for unknown. */
const UNDECIDED = { kind: 'open', level: 'none' } as const;

function wordsOf({ clause, expected, actual, place }: ReportFinding): string {
  return messageText(`Clause ${clause}; ${inOneLine({ expected, actual })} (${place})`, 2000);
}

/** Text of a message, where SARIF reads `[text](address)` as a link unless its brackets are escaped. */
const messageText = (text: string, length: number) =>
  visible(shorten(text, length)).replace(/[\\[\]]/g, '\\$&');

function locationOf(check: ReportCheck, finding?: ReportFinding): object {
  return {
    physicalLocation: { artifactLocation: { uri: PAGE }, region: { startLine: 1 } },
    logicalLocations: [
      { name: check.id, kind: 'member', ...(finding && { fullyQualifiedName: visible(finding.place) }) },
    ],
  };
}
