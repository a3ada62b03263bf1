import { acceptedWords, knownWords } from './known.ts';
import type { Report, ReportCheck } from './model.ts';
import { runStatement } from './statement.ts';
import { oneLine, shorten } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

/** Findings shown in full; a job summary is read at a glance. */
const SHOWN = 20;

/** The report as Markdown for the summary of a CI job. */
export function renderMarkdown(report: Report): string {
  const failed = report.checks.filter((c) => c.verdict === 'fail' || c.verdict === 'error');
  const doubtful = report.checks.filter((c) => c.verdict === 'inconclusive');
  const warned = report.checks.filter((c) => c.verdict === 'warn');
  const absent = report.notApplicableAreas;
  return [
    `# ${runStatement(report)}`,
    '',
    `${report.summary}${absent.length > 0 ? ` (not applicable: ${absent.join(', ')})` : ''}`,
    '',
    `${code(report.target.baseUrl)}${report.target.model === undefined ? '' : `, model ${code(report.target.model)}`}, profile ${report.profile}, seed ${report.seed}. ` +
      `${report.cost.requests} requests, ${report.cost.billed} billed, in ${(report.durationMs / 1000).toFixed(1)} s.`,
    '',
    ...(report.ended
      ? [`**The run did not come to its own end**: ${text(endedWords(report.ended))}.`, '']
      : []),
    ...knownWords(report).flatMap((line) => [`- ${text(line)}`, '']),
    ...section('Failures', failed, detailed),
    ...section('Inconclusive', doubtful, brief),
    ...section('Warnings', warned, brief),
  ].join('\n');
}

/** Why a run did not come to its own end, in words. */
export function endedWords(ended: NonNullable<Report['ended']>): string {
  if (ended.interrupted) return `interrupted by ${ended.interrupted}`;
  if (ended.stopped) return ended.stopped;
  return 'its journal has no end, so the process was killed';
}

function section(
  title: string,
  checks: readonly ReportCheck[],
  show: (c: ReportCheck) => string[],
): string[] {
  if (checks.length === 0) return [];
  const more = checks.length - SHOWN;
  return [
    `## ${title}`,
    '',
    ...checks.slice(0, SHOWN).flatMap(show),
    ...(more > 0 ? [`- … and ${more} more in report.json`] : []),
    '',
  ];
}

function brief(check: ReportCheck): string[] {
  return [
    `- ${FOREIGN[check.verdict].mark} ${code(check.id)} (${check.clauses.join(', ')}): ${text(check.message)}`,
  ];
}

function detailed(check: ReportCheck): string[] {
  const findings = check.findings
    .filter((f) => f.severity === 'fail')
    .slice(0, 3)
    .flatMap((f) => [
      `  - clause ${f.clause}: expected ${text(f.expected)}; got ${text(f.actual)} (${text(f.place)}, ${f.exchanges[0]})${f.accepted ? `; **accepted** ${text(acceptedWords(f.accepted))}` : ''}`,
    ]);
  return [
    `- ${FOREIGN[check.verdict].mark} **${code(check.id)}** ${text(check.title)}`,
    ...(findings.length > 0 ? findings : [`  - ${text(check.message)}`]),
    `  - again: ${code(check.reproduce)}`,
  ];
}

/** Foreign text in Markdown: on one line, short, and without any mark-up of its own. */
function text(foreign: string): string {
  return oneLine(shorten(foreign, 300)).replace(/[\\`*_{}[\]()#+!|<>~&@:]/g, (c) =>
    c === '<' ? '&lt;' : c === '&' ? '&amp;' : `\\${c}`,
  );
}

/** Foreign text as code: the fence is longer than any run of backticks in it. */
function code(foreign: string): string {
  const line = oneLine(shorten(foreign, 500));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((m) => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}
