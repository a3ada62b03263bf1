import { commandLine } from '../options/invocation.ts';
import { capsOf } from '../vocabulary/caps.ts';
import { counted } from '../vocabulary/counted.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';
import { hiddenPromptWords, slowerWords } from './cost.ts';
import { countVerdicts, wordsFor } from './counts.ts';
import type { Entry } from './entries.ts';
import { decidingVerdict } from './exit-code.ts';
import { clientLines, headlineOf } from './headline.ts';
import { knownWords } from './known.ts';
import { isAccepted } from './mark-known.ts';
import { endedWords } from './markdown.ts';
import type { Report, ReportCheck } from './model.ts';
import { VERDICT_COLOUR } from './palette.ts';
import { shardWords } from './shards.ts';
import type { Style } from './terminal-entries.ts';
import { broken, oneLine } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

/** Lines of the smallest usual terminal, without a blank line above and the prompt below. */
const SCREEN = 22;
const OF_A_CAUSE = 3;
/** Maximum lines per finding if all findings fit, and if they do not. */
const LINES_OF_A_FINDING = [2, 1];
/** Maximum lines of other parts. */
const OF_A_REMARK = 2;
/** Characters of a finding if the width is unknown. */
const UNBROKEN = 240;

/** The report of the run, and whether it judged the embedded service. */
export interface RunPlace {
  folder?: string | undefined;
  embedded?: boolean | undefined;
}

const VERDICT_OF_RUN = { conformant: 'green', 'non-conformant': 'red', inconclusive: 'yellow' } as const;

/**
 * The last screen: a line per finding, the worst first; the verdict with its counts; cost and time; the folder of
 * the report and the next command. It fits into 24 lines; findings that do not fit are counted.
 */
export function answerOf(report: Report, entries: readonly Entry[], style: Style, run: RunPlace): string[] {
  const foot = [...verdictLines(report, entries, style), ...runLines(report, entries, style, run)];
  // One blank line.
  const findings = entries.length > 0 ? findingLines(entries, style, SCREEN - rowsOf(foot, style) - 1) : [];
  return [...findings, ...(findings.length > 0 ? [''] : []), ...foot];
}

/** Lines on the screen: the terminal wraps lines that must not be broken. */
function rowsOf(lines: readonly string[], { columns }: Style): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(plainLength(line) / columns)), 0);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const plainLength = (line: string) => line.replaceAll(/\u001b\[\d+m/g, '').length;

/** The findings that fit into so many lines, and the number of remaining checks. */
function findingLines(entries: readonly Entry[], style: Style, room: number): string[] {
  const blocks = LINES_OF_A_FINDING.map((most) => entries.map((entry) => blockOf(entry, style, most)));
  const fitting = blocks.find((each) => each.flat().length <= room);
  if (fitting) return fitting.flat();
  const lines: string[] = [];
  let shown = 0;
  for (const block of blocks.at(-1)!) {
    if (lines.length + block.length > room - 1) break;
    lines.push(...block);
    shown++;
  }
  const checksOf = (some: readonly Entry[]) => new Set(some.flatMap(({ checks }) => checks));
  const left = [...checksOf(entries).difference(checksOf(entries.slice(0, shown)))];
  return [
    ...lines,
    style.paint(
      'dim',
      `${counted(left.length, 'more check')} (${wordsFor(VERDICTS, countVerdicts(left))}): see the report`,
    ),
  ];
}

/** One cause: a line for its check, or its title and a line for each of the first checks. */
function blockOf(entry: Entry, style: Style, most: number): string[] {
  const [first] = entry.checks as [ReportCheck];
  const hint = entry.hint ? indented(oneLine(entry.hint), style, 2) : [];
  if (entry.checks.length === 1) return [...findingLine(entry, first, style, most), ...hint];
  const more = entry.checks.length - OF_A_CAUSE;
  const title = cut(oneLine(entry.title), style.columns - 24);
  return [
    style.paint('bold', `${title}${blocksWords(entry)}:`),
    ...entry.checks.slice(0, OF_A_CAUSE).flatMap((check) => findingLine(entry, check, style, most)),
    ...(more > 0 ? [style.paint('dim', `  and ${counted(more, 'more check')}`)] : []),
    ...hint,
  ];
}

/** `✗ stream/ends-with-done  the stream ends with data: [DONE] → the body ends there, e7`, on so many lines at most. */
function findingLine(entry: Entry, check: ReportCheck, style: Style, most: number): string[] {
  const { mark } = FOREIGN[entry.gravity];
  const found = entry.findings.find((f) => f.check === check)?.finding;
  const name = `${mark} ${check.id}  `;
  const tail = [
    ...(found ? [`, ${found.exchanges[0]}`] : []),
    ...(entry.checks.length === 1 && most > 1 ? [blocksWords(entry)] : []),
    ...(isAccepted(check) ? [', accepted'] : []),
  ].join('');
  // A line that is broken at a word has some unused space.
  const spare = most > 1 ? 16 : 0;
  const lines = Number.isFinite(style.columns) ? most * style.columns - spare : UNBROKEN;
  const room = Math.max(2 * LEAST, lines - name.length - tail.length);
  const words = found
    ? bothIn(oneLine(found.expected).replace(REASON, ''), oneLine(found.actual), room - ' → '.length)
    : cut(oneLine(check.message), room);
  const [head, ...rest] = broken(`${name}${words}${tail}`, most > 1 ? style.columns - 4 : style.columns);
  return [
    head!.replace(mark, style.paint(VERDICT_COLOUR[entry.gravity], mark)),
    ...rest.map((l) => `    ${l}`),
  ];
}

/** The reason of an expectation: too long for the line, and part of the report. */
const REASON = /, because .*$/s;
const LEAST = 12;

/** `expected → actual` in so many characters: the longer one uses the space that the shorter one leaves. */
function bothIn(expected: string, actual: string, room: number): string {
  const half = Math.floor(room / 2);
  const first = cut(expected, Math.max(half, room - actual.length, LEAST));
  return `${first} → ${cut(actual, Math.max(room - first.length, LEAST))}`;
}

const blocksWords = ({ blocks }: Entry) =>
  blocks.length > 0 ? `, blocks ${counted(blocks.length, 'check')}` : '';

/** The text on two lines at most; later lines are indented. */
function clipped(text: string, { columns }: Style): string[] {
  const [first, ...rest] = broken(text, columns - 4);
  return [first!, ...rest.slice(0, OF_A_REMARK - 1).map((line) => `    ${line}`)];
}

const indented = (text: string, { columns }: Style, by: number) =>
  broken(text, columns - by).map((line) => ' '.repeat(by) + line);

/** At most so many characters, cut at a word if possible. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length - 1);
  return `${text.slice(0, space > length / 2 ? space : length - 1)}…`;
}

/** The verdict with its counts, untested clauses, and notes about an early end or clients. */
function verdictLines(report: Report, entries: readonly Entry[], style: Style): string[] {
  const { paint } = style;
  const { verdict, untested } = headlineOf(report, entries);
  const colour = VERDICT_OF_RUN[decidingVerdict(report)];
  const said = (text: string) => clipped(cut(oneLine(text), OF_A_REMARK * (style.columns - 8)), style);
  return [
    ...indented(verdict, style, 0).map((line) => paint('bold', paint(colour, line))),
    ...(untested.length > 0 ? said(`Not tested: ${untested.join('; ')}`) : []),
    ...clientLines(report, ['breaks']).flatMap((line) => indented(oneLine(line), style, 0)),
    ...[
      ...limitWords(report),
      ...(report.ended ? [`The run ended early: ${endedWords(report.ended)}.`] : []),
      ...knownWords(report),
    ].flatMap((line) => indented(oneLine(line), style, 0).map((l) => paint('yellow', l))),
  ];
}

/** The cost of the run, its report, and the next step. */
function runLines(report: Report, entries: readonly Entry[], style: Style, run: RunPlace): string[] {
  const { paint } = style;
  const { folder } = run;
  const { cost } = report;
  const shards = shardWords(report);
  const words = [
    counted(cost.requests, 'request'),
    `${cost.billed} billed`,
    `${cost.tokensReported.total} tokens used`,
    ...(cost.usd === undefined ? [] : [`${cost.usd.toFixed(4)} USD`]),
    `${(report.durationMs / 1000).toFixed(1)} s`,
    `seed ${report.seed}`,
  ];
  return [
    ...(shards === undefined ? [] : indented(oneLine(shards), style, 0)),
    ...indented(words.join(', '), style, 0).map((line) => paint('dim', line)),
    ...[...slowerWords(report), ...hiddenPromptWords(report)].flatMap((line) =>
      indented(line, style, 0).map((l) => paint('yellow', l)),
    ),
    ...(folder === undefined ? [] : [`Report: ${oneLine(folder)}/index.html`]),
    // Never broken, because they are copied.
    ...nextCommands(report, entries, run).map((line, i) => `${i === 0 ? 'Next:' : '     '} ${oneLine(line)}`),
  ];
}

/** The next command of a reader: running the check to fix alone; without one, judging his own service. */
function nextCommands(report: Report, entries: readonly Entry[], { embedded }: RunPlace): string[] {
  const { fixFirst } = headlineOf(report, entries);
  const open = (fixFirst ?? entries[0])?.checks.find((check) => !isAccepted(check));
  if (open) return [`${open.reproduce} --verbose`];
  if (!embedded && report.verdict !== 'conformant') return [];
  if (!embedded) return [commandLine('watch', '--out', 'watch', '--base-url', report.target.baseUrl)];
  return [
    commandLine('doctor', '--base-url', 'URL', '--model', 'ID'),
    commandLine('plan'),
    commandLine('--base-url', 'URL', '--model', 'ID'),
  ];
}

/** The option that a message names as the reached limit: `--max-billed`, or the profile that allows more. */
const LIMIT = /--(?:max-[\w-]+|profile exhaustive)/;

/** The limits that made checks inconclusive, how many, and the option that raises each; one line per limit. */
function limitWords({ checks, settings }: Pick<Report, 'checks' | 'settings'>): string[] {
  const caps = capsOf(settings);
  const values: Readonly<Record<string, number | undefined>> = {
    '--max-requests': settings.budget.requests,
    '--max-billed': caps.completions,
    '--max-tokens': caps.tokens,
    '--max-usd': settings.budget.usd,
  };
  const limited = checks.filter(({ verdict }) => verdict === 'inconclusive');
  const byOption = Map.groupBy(limited, ({ message }) => LIMIT.exec(message)?.[0]);
  byOption.delete(undefined);
  return [...byOption].map(([option, members]) => {
    const value = values[option!];
    const isReported = /^--(?:profile exhaustive|max-tokens-reported)$/.test(option!);
    const many = `${counted(members.length, 'check')} ${members.length === 1 ? 'is' : 'are'} inconclusive`;
    return isReported
      ? `${many} because the answers reported too many tokens: ${option} allows more.`
      : `${many} because of ${[option, value].join(' ').trim()}: raise ${option}.`;
  });
}
