import { counted } from '../vocabulary/counted.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';
import { countVerdicts } from './counts.ts';
import { type Entry, entriesOf } from './entries.ts';
import { clientLines, HARM_WORDS } from './headline.ts';
import type { Report } from './model.ts';
import { createPalette, type Palette, VERDICT_COLOUR } from './palette.ts';
import { proofInWords } from './proof.ts';
import { byHarm, bySection } from './sections.ts';
import { verdictSentences } from './statement.ts';
import { answerOf, type RunPlace } from './terminal-answer.ts';
import { failure, INDENT, remark, type Style } from './terminal-entries.ts';
import { broken, oneLine, shorten } from './text.ts';
import { notApplicableWords } from './untested.ts';
import { FOREIGN } from './verdict-map.ts';

const WORST = 3;
/**
 * If the width is unknown, no line is broken: foreign text must never begin a line, where a build server reads
 * commands.
 */
const UNKNOWN_WIDTH = Number.POSITIVE_INFINITY;

export interface TerminalOptions extends RunPlace {
  colours: boolean;
  /** `quiet` prints the verdict, the worst findings and the folder; `verbose` prints every detail above the last screen. */
  amount?: 'quiet' | 'usual' | 'verbose';
  /** Of the terminal; texts are wrapped to fit. */
  columns?: number | undefined;
}

/**
 * The report for a terminal. Its end is the answer, in at most 24 lines: findings, verdict, cost, folder, next command.
 * `verbose` prints before it each finding in full with its request for curl, then clients, sections and latency.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const { amount = 'usual', columns = UNKNOWN_WIDTH, folder, embedded } = options;
  const style = { paint: createPalette(options.colours), columns };
  const entries = entriesOf(report);
  if (amount === 'quiet') return quietly(report, entries, options);
  return [
    '',
    ...(amount === 'verbose' ? details(report, entries, style) : []),
    ...answerOf(report, entries, style, { folder, embedded }),
    '',
  ].join('\n');
}

/** All findings by harm; then clients, sections, latency and the proof of the suite. */
function details(report: Report, entries: readonly Entry[], style: Style): string[] {
  const of = (gravity: Entry['gravity']) => entries.filter((e) => e.gravity === gravity);
  const proof = proofInWords(report);
  const absent = notApplicableWords(report.checks);
  const rows = (name: string, lines: readonly string[]) =>
    spaced(lines.map((line, i) => row(i === 0 ? name : '', oneLine(line), style)));
  return [
    ...byHarm(of('fail')).flatMap(([harm, members]) =>
      spaced([style.paint('bold', HARM_WORDS[harm]), ...members.flatMap((e) => failure(e, style))]),
    ),
    ...(['error', 'inconclusive'] as const).flatMap((gravity) =>
      spaced(of(gravity).flatMap((e) => remark(e, style))),
    ),
    ...spaced(of('warn').flatMap((e) => failure(e, style))),
    ...rows('clients', clientLines(report, ['breaks', 'limited'])),
    ...spaced(sectionTable(report, style.paint, style.columns)),
    ...rows('latency', slowestEndpoints(report)),
    ...rows('not applicable', absent === undefined ? [] : [absent]),
    ...rows('proof', proof === undefined ? [] : [proof]),
  ];
}

const spaced = (lines: readonly string[]) => (lines.length > 0 ? [...lines, ''] : []);

/** The verdict, the worst findings in one line each, and the path of the report. */
function quietly(report: Report, entries: readonly Entry[], { folder }: TerminalOptions): string {
  return [
    verdictSentences(report, entries),
    ...entries
      .filter((e) => e.gravity !== 'warn')
      .slice(0, WORST)
      .map((e) => `${FOREIGN[e.gravity].mark} ${oneLine(shorten(e.title, 160))} (${idOf(e)})`),
    ...(folder === undefined ? [] : [`Report: ${oneLine(folder)}/index.html`]),
    '',
  ].join('\n');
}

/** A name and a text next to it, wrapped to the width under its first word. */
function row(name: string, text: string, { paint, columns }: Style): string {
  const [first, ...more] = broken(text, columns - INDENT - 2);
  return [
    `${paint('dim', name.padEnd(INDENT))}  ${first}`,
    ...more.map((l) => ' '.repeat(INDENT + 2) + l),
  ].join('\n');
}

function idOf({ checks }: Entry): string {
  const more = checks.length - 1;
  return `${checks[0]!.id}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Maximum length of section titles if the width is unknown. */
const TITLE = 40;

/** The verdicts of each section, one line each; sections without selected checks are omitted. */
function sectionTable(report: Report, paint: Palette, columns: number): string[] {
  const selected = report.checks.filter((c) => c.verdict !== 'skipped');
  const rows = [...bySection(selected)].map(([section, checks]) => ({
    section,
    title: report.clauses[section] ?? '',
    counts: countVerdicts(checks),
  }));
  if (rows.length < 2) return [];
  // Only verdicts that occur have a column.
  const used = VERDICTS.filter((verdict) => rows.some(({ counts }) => counts[verdict] > 0));
  const width = used.length * 6;
  const title = Math.max(8, Math.min(TITLE, columns - width - 8));
  return rows.map(({ section, title: words, counts }) => {
    const cells = used.map((verdict) => {
      const many = counts[verdict];
      const cell = many > 0 ? `${FOREIGN[verdict].mark} ${many}` : '';
      return many > 0 ? paint(VERDICT_COLOUR[verdict], cell.padEnd(6)) : cell.padEnd(6);
    });
    return `${section.padEnd(6)}${cutTo(words, title).padEnd(title)}  ${cells.join('')}`.trimEnd();
  });
}

/** Response times of each endpoint, the slowest first. */
function slowestEndpoints({ timings = [] }: Pick<Report, 'timings'>): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return timings
    .toSorted((a, b) => b.p90 - a.p90)
    .map(
      ({ endpoint, measure, count, p50, p90, max }) =>
        `${endpoint}, ${measure}: p50 ${seconds(p50)}, p90 ${seconds(p90)}, maximum ${seconds(max)} (${counted(count, 'response')})`,
    );
}

const cutTo = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
