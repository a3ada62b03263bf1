import { type AnyDeviation, FAULTS, type Fault, VARIANTS } from '../../../reference/src/deviations/index.ts';
import { commandLine } from '../../options/invocation.ts';
import { terminalOf } from '../../report/palette.ts';
import { oneLine, shorten } from '../../report/text.ts';
import { globOver } from '../../vocabulary/glob.ts';
import type { Io } from '../../vocabulary/io.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { didYouMean } from '../../vocabulary/nearest.ts';
import { readArguments } from './arguments.ts';

/** The `faults` command: counts or lists faults and variants, for people or (`--json`) for programs. Resolves with the exit code. */
export async function faults(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals: patterns } = readArguments(
    'faults',
    args,
    { json: { type: 'boolean' }, hostile: { type: 'boolean' } },
    [0, Number.POSITIVE_INFINITY],
  );
  if (values.hostile) {
    const { listHostile } = await import('../../../reference/src/hostile/list.ts');
    io.stdout.write(listHostile());
    return 0;
  }
  const wanted = filterOf(patterns);
  const found = FAULTS.filter(wanted);
  const free = VARIANTS.filter(wanted);
  if (found.length + free.length === 0) {
    const ids = ALL.map(({ id }): string => id);
    const near = didYouMean(patterns[0] ?? '', ids);
    io.stderr.write(
      `chatspec faults: no fault or variant matches ${oneLine(shorten(patterns.join(' or '), 200))}${near}\n`,
    );
    return 2;
  }
  if (values.json) {
    const list = {
      faults: found.map(({ id, clause, level, title, expects }) => ({ id, clause, level, title, expects })),
      variants: free.map(({ id, clause, title, facet }) => ({ id, clause, title, facet })),
    };
    io.stdout.write(jsonText(list));
    return 0;
  }
  const columns = terminalOf(io.stdout, io.env).columns ?? Number.POSITIVE_INFINITY;
  io.stdout.write(patterns.length === 0 ? byArea(columns) : table([...found, ...free], columns));
  return 0;
}

/** Whether a fault or variant matches one of the words: its id, area, clause, or a part of id or title. */
function filterOf(words: readonly string[]): (deviation: AnyDeviation) => boolean {
  if (words.length === 0) return () => true;
  const fits = globOver(words);
  // A word that is an id, an area or a clause matches only exactly.
  const exact = ({ id, clause }: AnyDeviation, word: string) =>
    id === word || id.startsWith(`${word}/`) || clause === word || clause.startsWith(`${word}.`);
  const loose = words.filter((word) => !word.includes('*') && !ALL.some((one) => exact(one, word)));
  const contains = ({ id, title }: AnyDeviation) =>
    loose.some((word) => `${id} ${title}`.toLowerCase().includes(word.toLowerCase()));
  return (one) => fits(one.id) || words.some((word) => exact(one, word)) || contains(one);
}

const ALL: readonly AnyDeviation[] = [...FAULTS, ...VARIANTS];

/** The number of faults in each area, and how to list them. */
function byArea(columns: number): string {
  const areas = Map.groupBy(ALL, ({ id }) => id.slice(0, id.indexOf('/')));
  const rows = [...areas].map(([area, members]) => {
    const faults = members.filter((one) => FAULTS.includes(one as Fault));
    return [area, String(faults.length), String(members.length - faults.length), members[0]!.id];
  });
  const total = ['in all', String(FAULTS.length), String(VARIANTS.length), ''];
  const list = aligned([['area', 'faults', 'variants', 'for example'], ...rows, total], columns);
  return `${list}\nList an area: ${commandLine('faults', 'stream')}  Show one in full: ${commandLine('explain', FAULTS[0]!.id)}\n`;
}

/** One line each, cut to the terminal's width; `explain` shows titles in full. */
function table(members: readonly AnyDeviation[], columns: number): string {
  const rows = members.map((one) => [
    one.id,
    one.clause,
    FAULTS.includes(one as Fault) ? (one as Fault).level : 'variant',
    one.title,
  ]);
  return aligned([['id', 'clause', 'level', 'effect'], ...rows], columns);
}

function aligned(rows: readonly string[][], columns: number): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line.length > columns ? `${line.slice(0, columns - 1)}…` : line}\n`).join('');
}
