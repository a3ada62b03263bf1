import { acceptedWords, knownWords } from './known.ts';
import { endedWords } from './markdown.ts';
import type { Report, ReportCheck } from './model.ts';
import { createPalette, type Palette, VERDICT_COLOUR } from './palette.ts';
import { proofInWords } from './proof.ts';
import { runStatement } from './statement.ts';
import { oneLine, shorten } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

/** Findings shown; the rest is in the report. */
const SHOWN = 12;

/** What is read in ten seconds: verdict, counts, each failure with its clause, what was expected and what came. */
export function renderTerminal(report: Report, options: { colours: boolean; folder?: string }): string {
  const paint = createPalette(options.colours);
  const by = (verdict: ReportCheck['verdict']) => report.checks.filter((c) => c.verdict === verdict);
  const verdictColour = { conformant: 'green', 'non-conformant': 'red', inconclusive: 'yellow' } as const;
  const absent = report.notApplicableAreas;
  const proof = proofInWords(report);
  const { cost } = report;
  const money = cost.usd === undefined ? '' : `, ${cost.usd.toFixed(4)} USD`;
  const passing = Object.entries(cost.transient).map(([kind, n]) => `${n}× ${kind}`);
  return [
    '',
    ...listed(by('fail'), paint, failure),
    ...listed(by('error'), paint, remark),
    ...listed(by('inconclusive'), paint, remark),
    ...listed(by('warn'), paint, remark),
    `${paint('bold', paint(verdictColour[report.verdict], runStatement(report)))}  ${report.summary}`,
    ...knownWords(report).map((line) => paint('yellow', line)),
    ...(absent.length > 0 ? [paint('dim', `not applicable in: ${absent.join(', ')}`)] : []),
    ...(report.ended
      ? [paint('yellow', `the run did not come to its own end: ${oneLine(endedWords(report.ended))}`)]
      : []),
    paint(
      'dim',
      `${oneLine(report.target.baseUrl)}  ${cost.requests} requests, ${cost.billed} billed, ` +
        `${cost.tokensReported.total} tokens${money}${passing.length > 0 ? `, transient: ${passing.join(', ')}` : ''}  ` +
        `${(report.durationMs / 1000).toFixed(1)} s  seed ${report.seed}`,
    ),
    ...(proof === undefined ? [] : [paint('dim', oneLine(proof))]),
    ...(options.folder === undefined ? [] : [paint('dim', `report: ${oneLine(options.folder)}/index.html`)]),
    '',
  ].join('\n');
}

function listed(
  checks: readonly ReportCheck[],
  paint: Palette,
  show: (check: ReportCheck, paint: Palette) => string[],
): string[] {
  if (checks.length === 0) return [];
  const more = checks.length - SHOWN;
  const rest =
    more > 0 ? [paint('dim', `  … and ${more} more ${FOREIGN[checks[0]!.verdict].word}, in the report`)] : [];
  return [...checks.slice(0, SHOWN).flatMap((c) => show(c, paint)), ...rest, ''];
}

function heading(check: ReportCheck, paint: Palette): string {
  const { mark, word } = FOREIGN[check.verdict];
  const clauses = check.clauses.join(', ');
  return `${paint(VERDICT_COLOUR[check.verdict], `${mark} ${word}`)}  ${paint('bold', check.id)}  ${paint('dim', `clause ${clauses}`)}`;
}

function failure(check: ReportCheck, paint: Palette): string[] {
  const findings = check.findings.filter((f) => f.severity === 'fail');
  return [
    heading(check, paint),
    `    ${oneLine(check.title)}`,
    ...findings
      .slice(0, 2)
      .flatMap((f) => [
        `    expected  ${oneLine(shorten(f.expected, 240))}`,
        `    actual    ${oneLine(shorten(f.actual, 240))}`,
        paint('dim', `    place     ${oneLine(f.place)} of ${f.exchanges[0]}`),
        ...(f.accepted ? [paint('yellow', `    accepted  ${acceptedWords(f.accepted)}`)] : []),
      ]),
    paint('dim', `    again     ${oneLine(check.reproduce)}`),
  ];
}

function remark(check: ReportCheck, paint: Palette): string[] {
  return [heading(check, paint), `    ${oneLine(shorten(check.message, 300))}`];
}
