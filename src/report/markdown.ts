import { counted } from '../vocabulary/counted.ts';
import { inOneLine } from '../vocabulary/in-one-line.ts';
import { ANSWER_COLUMNS, answerRows } from './answers.ts';
import { type Entry, entriesOf } from './entries.ts';
import { HARM_WORDS, headlineOf, OUTCOME_WORDS } from './headline.ts';
import { acceptedWords, knownWords } from './known.ts';
import { code, text } from './markdown-text.ts';
import type { Report, ReportCheck } from './model.ts';
import { byHarm } from './sections.ts';
import { shardWords } from './shards.ts';
import { runStatement } from './statement.ts';
import { notApplicableWords } from './untested.ts';
import { FOREIGN } from './verdict-map.ts';

/** Findings shown in full; a job summary is short. */
const SHOWN = 20;

/** The report as Markdown for the summary of a CI job. */
export function renderMarkdown(report: Report): string {
  const entries = entriesOf(report);
  const { verdict, fixFirst, untested } = headlineOf(report, entries);
  const of = (...gravities: Entry['gravity'][]) => entries.filter((e) => gravities.includes(e.gravity));
  const absent = notApplicableWords(report.checks);
  const shards = shardWords(report);
  return [
    `# ${runStatement(report)}`,
    '',
    text(`${report.summary}${absent === undefined ? '' : ` (not applicable: ${absent})`}`),
    '',
    `${code(report.target.baseUrl)}${report.target.model === undefined ? '' : `, model ${code(report.target.model)}`}, profile ${report.profile}, seed ${report.seed}. ` +
      `${report.cost.requests} requests, ${report.cost.billed} billed, ${report.cost.tokensAllowed} tokens requested, ${report.cost.tokensReported.total} used, in ${(report.durationMs / 1000).toFixed(1)} s.`,
    '',
    ...(shards === undefined ? [] : [`${text(shards)}.`, '']),
    ...(report.ended ? [`**The run ended early**: ${text(endedWords(report.ended))}.`, ''] : []),
    ...knownWords(report).flatMap((line) => [`- ${text(line)}`, '']),
    `**${text(verdict)}**${fixFirst ? ` Fix first: ${code(fixFirst.checks[0]!.id)}${blockWords(fixFirst)}.` : ''}`,
    '',
    ...(untested.length > 0 ? ['Not tested:', '', ...untested.map((line) => `- ${text(line)}`), ''] : []),
    ...byHarm(of('fail')).flatMap(([harm, members]) => section(HARM_WORDS[harm], members, detailed)),
    ...section('Errors of chatspec', of('error'), brief),
    ...section('Inconclusive', of('inconclusive'), brief),
    ...section('Warnings', of('warn'), brief),
    ...clientTable(report),
    ...answerTable(report),
  ].join('\n');
}

/** Why a run ended early, in words. */
export function endedWords(ended: NonNullable<Report['ended']>): string {
  if (ended.interrupted) return `interrupted by ${ended.interrupted}`;
  if (ended.stopped) return ended.stopped;
  return 'the process was killed, because the journal has no end';
}

function section(title: string, entries: readonly Entry[], show: (entry: Entry) => string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - SHOWN;
  return [
    `## ${title}`,
    '',
    ...entries.slice(0, SHOWN).flatMap(show),
    ...(more > 0 ? [`- … and ${more} more in report.json`] : []),
    '',
  ];
}

function brief(entry: Entry): string[] {
  const [check] = entry.checks as [ReportCheck];
  return [
    `- ${FOREIGN[entry.gravity].mark} ${nameOf(entry)} (${check.clauses.join(', ')}): ${text(check.message)}`,
    ...around(entry),
  ];
}

function detailed(entry: Entry): string[] {
  const [check] = entry.checks as [ReportCheck];
  const findings = entry.findings
    .slice(0, 3)
    .flatMap(({ finding: f }) => [
      `  - clause ${f.clause}: ${inOneLine({ expected: text(f.expected), actual: text(f.actual) })} (${text(f.place)}, ${f.exchanges[0]})${f.said ? `; the service says “${text(f.said)}”` : ''}${f.accepted ? `; **accepted** ${text(acceptedWords(f.accepted))}` : ''}`,
    ]);
  return [
    `- ${FOREIGN[entry.gravity].mark} ${nameOf(entry)} ${text(entry.checks.length > 1 ? '' : check.title)}`,
    ...(findings.length > 0 ? findings : [`  - ${text(check.message)}`]),
    ...around(entry),
    `  - again: ${code(check.reproduce)}`,
  ];
}

function nameOf(entry: Entry): string {
  return entry.checks.length > 1 ? `**${text(entry.title)}**` : `**${code(entry.checks[0]!.id)}**`;
}

/** The checks of an entry, the checks that it blocks (folded), and a hint. */
function around({ checks, blocks, hint }: Entry): string[] {
  const listed = (ids: readonly string[]) => ids.map((id) => code(id)).join(', ');
  const folded = (words: string, ids: readonly string[]) =>
    `  - <details><summary>${words}</summary>${ids.map(text).join(', ')}</details>`;
  return [
    ...(checks.length > 4
      ? [
          folded(
            `${checks.length} checks`,
            checks.map((c) => c.id),
          ),
        ]
      : []),
    ...(checks.length > 1 && checks.length <= 4 ? [`  - ${listed(checks.map((c) => c.id))}`] : []),
    ...(blocks.length > 0 ? [folded(`blocks ${counted(blocks.length, 'check')}`, blocks)] : []),
    ...(hint ? [`  - ${text(hint)}`] : []),
  ];
}

function blockWords({ blocks }: Entry): string {
  return blocks.length > 0 ? `, which blocks ${counted(blocks.length, 'check')}` : '';
}

function answerTable({ answers = [] }: Report): string[] {
  if (answers.length === 0) return [];
  return [
    '## Validated responses',
    '',
    `| ${ANSWER_COLUMNS.join(' | ')} |`,
    `| ${ANSWER_COLUMNS.map(() => '---').join(' | ')} |`,
    ...answerRows(answers).map((cells) => `| ${cells.map(text).join(' | ')} |`),
    '',
  ];
}

function clientTable(report: Report): string[] {
  const broken = report.clients.flatMap(({ client, features }) =>
    features
      .filter((f) => f.outcome === 'breaks' || f.outcome === 'limited')
      .map(
        (f) =>
          `| ${text(client)} | ${text(f.feature)} | ${OUTCOME_WORDS[f.outcome]} | ${text(f.why ?? '')} |`,
      ),
  );
  const works = report.clients.filter(
    ({ basis, features }) => basis === 'run' && features.every((f) => f.outcome === 'works'),
  );
  const notRun = report.clients.flatMap(({ client, note }) =>
    note === undefined ? [] : `- ${text(`${client}: ${note}`)}.`,
  );
  if (broken.length + works.length + notRun.length === 0) return [];
  return [
    '## Do clients work?',
    '',
    ...(works.length > 0 ? [`All features work: ${works.map((c) => text(c.client)).join(', ')}.`, ''] : []),
    ...(broken.length > 0
      ? ['| client | feature | | why |', '| --- | --- | --- | --- |', ...broken, '']
      : []),
    ...(notRun.length > 0 ? [...notRun, ''] : []),
  ];
}
