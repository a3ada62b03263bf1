import { counted } from '../vocabulary/counted.ts';
import type { Entry } from './entries.ts';
import { acceptedWords } from './known.ts';
import type { ReportCheck } from './model.ts';
import { type Palette, VERDICT_COLOUR } from './palette.ts';
import { broken, oneLine, shorten } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

const NAMED = 4;
/** Indent of texts next to a name. */
export const INDENT = 14;

/** Text style: colors, and line width. */
export interface Style {
  paint: Palette;
  columns: number;
}

/** A part of an entry: its indented name, and a text that is wrapped to the width. */
function part(name: string, text: string, { columns }: Style): string {
  const [first, ...more] = broken(text, columns - INDENT);
  return [`    ${name.padEnd(INDENT - 4)}${first}`, ...more.map((l) => ' '.repeat(INDENT) + l)].join('\n');
}

function heading(entry: Entry, paint: Palette): string {
  const { mark, word } = FOREIGN[entry.gravity];
  const [first] = entry.checks as [ReportCheck];
  const clauses = [...new Set(entry.checks.flatMap((c) => c.clauses))];
  const cited = clauses.length > NAMED ? `${clauses.slice(0, NAMED).join(', ')} …` : clauses.join(', ');
  const name = entry.checks.length > 1 ? oneLine(shorten(entry.title, 160)) : first.id;
  return `${paint(VERDICT_COLOUR[entry.gravity], `${mark} ${word}`)}  ${paint('bold', name)}  ${paint('dim', `clause ${cited}`)}`;
}

function few(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  return `${ids.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The checks that report it, the checks that it blocks, and a hint. */
function around(entry: Entry, style: Style): string[] {
  const { checks, blocks, hint } = entry;
  const named = few(checks.map((c) => c.id));
  const undecided = `${counted(blocks.length, 'check')}: ${few(blocks)}`;
  return [
    ...(checks.length > 1 ? broken(named, style.columns - 4).map((l) => `    ${l}`) : []),
    ...(blocks.length > 0 ? [style.paint('dim', part('blocks', undecided, style))] : []),
    ...(hint ? [part('hint', hint, style)] : []),
  ];
}

/**
 * A failed check, one with a warning, or several with one cause: expectation, result, place, and how to reproduce it: the command, and
 * its request for curl.
 */
export function failure(entry: Entry, style: Style): string[] {
  const { paint } = style;
  const [first] = entry.checks as [ReportCheck];
  const examples = entry.findings.slice(0, entry.checks.length > 1 ? 1 : 2);
  // A repetition of the same words is omitted.
  const isSaid =
    entry.checks.length > 1 || examples.some(({ finding: f }) => isSame(f.expected, first.title));
  return [
    heading(entry, paint),
    ...(isSaid ? [] : broken(oneLine(first.title), style.columns - 4).map((l) => `    ${l}`)),
    ...examples.flatMap(({ finding: f }) => [
      part('expected', oneLine(shorten(f.expected, 240)), style),
      part('actual', oneLine(shorten(f.actual, 240)), style),
      paint('dim', part('place', `${oneLine(f.place)} of ${f.exchanges[0]}`, style)),
      ...(f.said ? [part('message', `“${oneLine(f.said)}”`, style)] : []),
      ...(f.accepted ? [paint('yellow', part('accepted', acceptedWords(f.accepted), style))] : []),
    ]),
    ...around(entry, style),
    // Never broken, because they are copied.
    paint('dim', `    again     ${oneLine(first.reproduce)}`),
    ...examples
      .slice(0, 1)
      .flatMap(({ finding: { curl } }) => (curl ? [paint('dim', `    curl      ${oneLine(curl)}`)] : [])),
  ];
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Entries without a finding that counts. */
export function remark(entry: Entry, style: Style): string[] {
  const [first] = entry.checks as [ReportCheck];
  const lines = broken(oneLine(shorten(first.message, 300)), style.columns - 4);
  return [heading(entry, style.paint), ...lines.map((l) => `    ${l}`), ...around(entry, style)];
}
