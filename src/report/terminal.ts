import { counted } from '../vocabulary/counted.ts';
import { slowerWords } from './cost.ts';
import { type Entry, entriesByHarm, entriesOf } from './entries.ts';
import { HARM_WORDS, headlineOf } from './headline.ts';
import { knownWords } from './known.ts';
import { endedWords } from './markdown.ts';
import type { Report } from './model.ts';
import { createPalette, type Palette } from './palette.ts';
import { proofInWords } from './proof.ts';
import { shardWords } from './shards.ts';
import { runStatement } from './statement.ts';
import { broken, failure, INDENT, remark, type Style } from './terminal-entries.ts';
import { sectionTable, slowestChecks } from './terminal-tables.ts';
import { oneLine, shorten } from './text.ts';
import { notApplicableWords } from './untested.ts';
import { FOREIGN } from './verdict-map.ts';

/** Entries shown of each gravity; the rest is in the report. */
const SHOWN = 12;

/** What stands first of all that was found, however much it is. */
const WORST = 3;
/** Where the width is not known, no line is broken: foreign text never begins one, where a build server reads commands. */
const UNKNOWN_WIDTH = Number.POSITIVE_INFINITY;

export interface TerminalOptions {
  colours: boolean;
  /** The report's, to be named. */
  folder?: string;
  /** `quiet` tells the verdict, the worst and the folder; `verbose` leaves nothing out. */
  amount?: 'quiet' | 'usual' | 'verbose';
  /** Whether the sections are told in a table; where they were told one by one before, they are not told again. Default true. */
  sections?: boolean;
  /** Of the terminal; texts are broken to fit. */
  columns?: number | undefined;
}

/**
 * What is read in ten seconds: may this be shipped, what hurts most, what is to be mended first, do clients work; then
 * each thing that is wrong once, the three worst first and the others by whom they harm, with clause, what was expected
 * and what came; at the end the sections, what was slow, and the verdict.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const paint = createPalette(options.colours);
  const { amount = 'usual', sections = true, columns = UNKNOWN_WIDTH } = options;
  const style = { paint, columns, shown: amount === 'verbose' ? Number.POSITIVE_INFINITY : SHOWN };
  const entries = entriesOf(report);
  if (amount === 'quiet') return quietly(report, entries, style, options.folder);
  const worst = entries.length > WORST ? entries.filter((e) => e.gravity !== 'warn').slice(0, WORST) : [];
  const rest = entries.filter((e) => !worst.includes(e));
  const of = (...gravities: Entry['gravity'][]) => rest.filter((e) => gravities.includes(e.gravity));
  return [
    '',
    ...head(report, entries, style),
    '',
    ...(worst.length > 0 ? [paint('bold', 'The worst')] : []),
    ...worst.flatMap((e) => (e.gravity === 'fail' ? failure(e, style) : remark(e, style))),
    ...(worst.length > 0 ? [''] : []),
    ...entriesByHarm(of('fail')).flatMap(([harm, members]) => [
      paint('bold', HARM_WORDS[harm]),
      ...listed(members, style, failure),
    ]),
    ...listed(of('error'), style, remark),
    ...listed(of('inconclusive'), style, remark),
    ...listed(of('warn'), style, remark),
    ...spaced(sections ? sectionTable(report, paint, columns) : []),
    ...spaced(slowestChecks(report).map((line, i) => row(i === 0 ? 'slowest' : '', line, style))),
    ...foot(report, paint, options.folder),
    '',
  ].join('\n');
}

const spaced = (lines: readonly string[]) => (lines.length > 0 ? [...lines, ''] : []);

/** The verdict, the worst things in a line each, and where the rest is. */
function quietly(
  report: Report,
  entries: readonly Entry[],
  { paint }: Style,
  folder: string | undefined,
): string {
  return [
    verdictLine(report, paint),
    ...entries
      .filter((e) => e.gravity !== 'warn')
      .slice(0, WORST)
      .map((e) => `${FOREIGN[e.gravity].mark} ${oneLine(shorten(e.title, 160))} (${idOf(e)})`),
    ...(folder === undefined ? [] : [`report: ${oneLine(folder)}/index.html`]),
    '',
  ].join('\n');
}

/** A name and a text beside it, broken to the width under its first word. */
function row(name: string, text: string, { paint, columns }: Style): string {
  const [first, ...more] = broken(text, columns - INDENT);
  return [
    `${paint('dim', name.padEnd(INDENT - 2))}  ${first}`,
    ...more.map((l) => ' '.repeat(INDENT) + l),
  ].join('\n');
}

const VERDICT_OF_RUN = { conformant: 'green', 'non-conformant': 'red', inconclusive: 'yellow' } as const;

function verdictLine(report: Report, paint: Palette): string {
  return `${paint('bold', paint(VERDICT_OF_RUN[report.verdict], runStatement(report)))}  ${report.summary}`;
}

function head(report: Report, entries: readonly Entry[], style: Style): string[] {
  const { ship, hurts, worst, mendFirst, clients, untested } = headlineOf(report, entries);
  const told = (name: string, text: string) => row(name, oneLine(shorten(text, 200)), style);
  if (entries.length + clients.length + untested.length === 0) return [];
  const more = untested.length - style.shown;
  return [
    told('ship it?', ship),
    ...(hurts ? [told('harm', hurts)] : []),
    ...(worst ? [told('worst', brokenWords(worst))] : []),
    ...(mendFirst ? [told('mend first', mendWords(mendFirst))] : []),
    ...untested.slice(0, style.shown).map((line, i) => told(i === 0 ? 'not tested' : '', line)),
    ...(more > 0 ? [told('', `${more} more, in the report`)] : []),
    ...clients.map((line, i) => told(i === 0 ? 'clients' : '', line)),
  ];
}

/** The title of one check says what is to be kept, that of several what is wrong. */
function brokenWords(entry: Entry): string {
  return `${entry.checks.length > 1 ? '' : 'broken: '}${entry.title} (${idOf(entry)})`;
}

function mendWords(entry: Entry): string {
  const blocked =
    entry.blocks.length > 0 ? `: it leaves ${counted(entry.blocks.length, 'check')} undecided` : '';
  return `${idOf(entry)}${blocked}${entry.hint ? `; ${entry.hint}` : ''}`;
}

function idOf({ checks }: Entry): string {
  const more = checks.length - 1;
  return `${checks[0]!.id}${more > 0 ? ` and ${more} more` : ''}`;
}

function foot(report: Report, paint: Palette, folder: string | undefined): string[] {
  const absent = notApplicableWords(report.checks, SHOWN);
  const proof = proofInWords(report);
  const { cost } = report;
  const shards = shardWords(report);
  const money = cost.usd === undefined ? '' : `, ${cost.usd.toFixed(4)} USD`;
  const passing = Object.entries(cost.transient).map(([kind, n]) => `${n}× ${kind}`);
  return [
    verdictLine(report, paint),
    ...knownWords(report).map((line) => paint('yellow', line)),
    ...(absent === undefined ? [] : [paint('dim', `not applicable: ${absent}`)]),
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
    ...slowerWords(report).map((line) => paint('yellow', line)),
    ...(proof === undefined ? [] : [paint('dim', oneLine(proof))]),
    ...(folder === undefined ? [] : [paint('dim', `report: ${oneLine(folder)}/index.html`)]),
  ];
}

function listed(
  entries: readonly Entry[],
  style: Style,
  show: (entry: Entry, style: Style) => string[],
): string[] {
  if (entries.length === 0) return [];
  const more = entries.length - style.shown;
  const rest =
    more > 0
      ? [style.paint('dim', `  … and ${more} more ${FOREIGN[entries[0]!.gravity].word}, in the report`)]
      : [];
  return [...entries.slice(0, style.shown).flatMap((e) => show(e, style)), ...rest, ''];
}
