import { FAULTS, VARIANTS } from '../../reference/deviations.ts';
import { globOver } from '../../vocabulary/glob.ts';
import type { Io } from '../../vocabulary/io.ts';
import { didYouMean } from '../../vocabulary/nearest.ts';
import { readArguments } from './arguments.ts';

const USAGE = `Usage: chatspec faults [ID or glob …] [--json]
       chatspec faults --hostile

Lists the faults and variants that serve --fault and serve --variant know; with --hostile the services of
serve --hostile, which hurt their callers.
`;

/** The `faults` command: lists faults and variants, for people or (`--json`) for programs. Resolves with the exit code. */
export async function faults(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals: patterns } = readArguments(
    args,
    { json: { type: 'boolean' }, hostile: { type: 'boolean' }, help: { type: 'boolean' } },
    { least: 0, most: Number.POSITIVE_INFINITY, usage: 'faults [ID or glob …] [--json] [--hostile]' },
  );
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  if (values.hostile) {
    const { listHostile } = await import('../../reference/hostile/list.ts');
    io.stdout.write(listHostile());
    return 0;
  }
  const wanted = ({ id }: { id: string }) => patterns.length === 0 || globOver(patterns)(id);
  const found = FAULTS.filter(wanted);
  const free = VARIANTS.filter(wanted);
  if (found.length + free.length === 0) {
    const ids = [...FAULTS, ...VARIANTS].map(({ id }): string => id);
    const near = didYouMean(patterns[0] ?? '', ids);
    io.stderr.write(`chatspec faults: nothing is called ${patterns.join(' or ')}${near}\n`);
    return 2;
  }
  if (values.json) {
    const list = {
      faults: found.map(({ id, clause, level, title, expects }) => ({ id, clause, level, title, expects })),
      variants: free.map(({ id, clause, title, facet }) => ({ id, clause, title, facet })),
    };
    io.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...[...found, ...free].map(({ id }) => id.length));
  const row = (id: string, clause: string, rest: string) =>
    `${id.padEnd(width)}  ${clause.padEnd(5)} ${rest}\n`;
  io.stdout.write(
    `${found.length} faults\n${found.map((f) => row(f.id, f.clause, `${f.level.padEnd(6)} ${f.title}`)).join('')}`,
  );
  io.stdout.write(`\n${free.length} variants\n${free.map((f) => row(f.id, f.clause, f.title)).join('')}`);
  return 0;
}
