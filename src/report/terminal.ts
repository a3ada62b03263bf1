import { type Entry, entriesByHarm, entriesOf } from './entries.ts';
import { HARM_WORDS, headlineOf } from './headline.ts';
import { acceptedWords, knownWords } from './known.ts';
import { endedWords } from './markdown.ts';
import type { Report, ReportCheck } from './model.ts';
import { createPalette, type Palette, VERDICT_COLOUR } from './palette.ts';
import { proofInWords } from './proof.ts';
import { shardWords } from './shards.ts';
import { runStatement } from './statement.ts';
import { oneLine, shorten } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

/** Entries shown of each gravity; the rest is in the report. */
const SHOWN = 12;
/** Ids that are named of an entry that many checks tell of. */
const NAMED = 4;

/**
 * What is read in ten seconds: may this be shipped, what hurts most, what is to be mended first, do clients work; then
 * each thing that is wrong once, by whom it harms, with clause, what was expected and what came.
 */
export function renderTerminal(report: Report, options: { colours: boolean; folder?: string }): string {
  const paint = createPalette(options.colours);
  const entries = entriesOf(report);
  const of = (...gravities: Entry['gravity'][]) => entries.filter((e) => gravities.includes(e.gravity));
  return [
    '',
    ...head(report, entries, paint),
    '',
    ...entriesByHarm(of('fail')).flatMap(([harm, members]) => [
      paint('bold', HARM_WORDS[harm]),
      ...listed(members, paint, failure),
    ]),
    ...listed(of('error'), paint, remark),
    ...listed(of('inconclusive'), paint, remark),
    ...listed(of('warn'), paint, remark),
    ...foot(report, paint, options.folder),
    '',
  ].join('\n');
}

const VERDICT_OF_RUN = { conformant: 'green', 'non-conformant': 'red', inconclusive: 'yellow' } as const;

function verdictLine(report: Report, paint: Palette): string {
  return `${paint('bold', paint(VERDICT_OF_RUN[report.verdict], runStatement(report)))}  ${report.summary}`;
}

function head(report: Report, entries: readonly Entry[], paint: Palette): string[] {
  const { ship, hurts, worst, mendFirst, clients } = headlineOf(report, entries);
  const row = (name: string, text: string) =>
    `${paint('dim', name.padEnd(12))}${oneLine(shorten(text, 200))}`;
  if (entries.length === 0 && clients.length === 0) return [];
  return [
    row('ship it?', ship),
    ...(hurts ? [row('harm', hurts)] : []),
    ...(worst ? [row('worst', `${worst.title} (${idOf(worst)})`)] : []),
    ...(mendFirst ? [row('mend first', mendWords(mendFirst))] : []),
    ...clients.map((line, i) => row(i === 0 ? 'clients' : '', line)),
  ];
}

function mendWords(entry: Entry): string {
  const blocked = entry.blocks.length > 0 ? `: it leaves ${entry.blocks.length} checks undecided` : '';
  return `${idOf(entry)}${blocked}${entry.hint ? `; ${entry.hint}` : ''}`;
}

function idOf({ checks }: Entry): string {
  const more = checks.length - 1;
  return `${checks[0]!.id}${more > 0 ? ` and ${more} more` : ''}`;
}

function foot(report: Report, paint: Palette, folder: string | undefined): string[] {
  const absent = report.notApplicableAreas;
  const proof = proofInWords(report);
  const { cost } = report;
  const shards = shardWords(report);
  const money = cost.usd === undefined ? '' : `, ${cost.usd.toFixed(4)} USD`;
  const passing = Object.entries(cost.transient).map(([kind, n]) => `${n}× ${kind}`);
  return [
    verdictLine(report, paint),
    ...knownWords(report).map((line) => paint('yellow', line)),
    ...(absent.length > 0 ? [paint('dim', `not applicable in: ${absent.join(', ')}`)] : []),
    ...(report.ended
      ? [paint('yellow', `the run did not come to its own end: ${oneLine(endedWords(report.ended))}`)]
      : []),
    ...(shards === undefined ? [] : [paint('dim', oneLine(shards))]),
    paint(
      'dim',
      `${oneLine(report.target.baseUrl)}  ${cost.requests} requests, ${cost.billed} billed, ` +
        `${cost.tokensAllowed} tokens asked for, ${cost.tokensReported.total} used${money}${passing.length > 0 ? `, transient: ${passing.join(', ')}` : ''}  ` +
        `${(report.durationMs / 1000).toFixed(1)} s  seed ${report.seed}`,
    ),
    ...(proof === undefined ? [] : [paint('dim', oneLine(proof))]),
    ...(folder === undefined ? [] : [paint('dim', `report: ${oneLine(folder)}/index.html`)]),
  ];
}

function listed(
  entries: readonly Entry[],
  paint: Palette,
  show: (entry: Entry, paint: Palette) => string[],
): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - SHOWN;
  const rest =
    more > 0
      ? [paint('dim', `  … and ${more} more ${FOREIGN[entries[0]!.gravity].word}, in the report`)]
      : [];
  return [...entries.slice(0, SHOWN).flatMap((e) => show(e, paint)), ...rest, ''];
}

function heading(entry: Entry, paint: Palette): string {
  const { mark, word } = FOREIGN[entry.gravity];
  const [first] = entry.checks as [ReportCheck];
  const clauses = [...new Set(entry.checks.flatMap((c) => c.clauses))];
  const cited = clauses.length > NAMED ? `${clauses.slice(0, NAMED).join(', ')} …` : clauses.join(', ');
  const name = entry.checks.length > 1 ? oneLine(shorten(entry.title, 160)) : first.id;
  return `${paint(VERDICT_COLOUR[entry.gravity], `${mark} ${word}`)}  ${paint('bold', name)}  ${paint('dim', `clause ${cited}`)}`;
}

/** Which checks tell of it, what it leaves undecided, what to do. */
function around(entry: Entry, paint: Palette): string[] {
  const { checks, blocks, hint } = entry;
  const ids = checks.slice(0, NAMED).map((c) => c.id);
  const more = checks.length - ids.length;
  return [
    ...(checks.length > 1 ? [`    ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
    ...(blocks.length > 0
      ? [
          paint(
            'dim',
            `    blocks    ${blocks.length} ${blocks.length === 1 ? 'check' : 'checks'}: ${shorten(blocks.join(', '), 120)}`,
          ),
        ]
      : []),
    ...(hint ? [`    hint      ${hint}`] : []),
  ];
}

function failure(entry: Entry, paint: Palette): string[] {
  const [first] = entry.checks as [ReportCheck];
  const examples = entry.findings.slice(0, entry.checks.length > 1 ? 1 : 2);
  return [
    heading(entry, paint),
    ...(entry.checks.length > 1 ? [] : [`    ${oneLine(first.title)}`]),
    ...examples.flatMap(({ finding: f }) => [
      `    expected  ${oneLine(shorten(f.expected, 240))}`,
      `    actual    ${oneLine(shorten(f.actual, 240))}`,
      paint('dim', `    place     ${oneLine(f.place)} of ${f.exchanges[0]}`),
      ...(f.said ? [`    it says   “${oneLine(f.said)}”`] : []),
      ...(f.accepted ? [paint('yellow', `    accepted  ${acceptedWords(f.accepted)}`)] : []),
    ]),
    ...around(entry, paint),
    paint('dim', `    again     ${oneLine(first.reproduce)}`),
  ];
}

function remark(entry: Entry, paint: Palette): string[] {
  const [first] = entry.checks as [ReportCheck];
  return [heading(entry, paint), `    ${oneLine(shorten(first.message, 300))}`, ...around(entry, paint)];
}
