import { type Changed, compareReports, comparisonCode } from '../../report/compare.ts';
import { openReport } from '../../report/open.ts';
import { runStatement } from '../../report/statement.ts';
import { oneLine, shorten } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { readArguments } from './arguments.ts';

/**
 * `compare A B [--json]`: what changed from report A to report B. 1 when something fails that did not, 3 when something
 * that was decided is not any more, else 0.
 */
export async function compare(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    args,
    { json: { type: 'boolean' } },
    { least: 2, most: 2, usage: 'compare BEFORE AFTER [--json]' },
  );
  const { report: before } = await openReport(positionals[0]!, io.cwd);
  const { report: after } = await openReport(positionals[1]!, io.cwd);
  const found = compareReports(before, after);
  if (values.json) {
    io.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    return comparisonCode(found);
  }
  const text = [
    ...part('New failures', found.newFailures, change),
    ...part('Fixed', found.fixed, change),
    ...part('No longer decided', found.undecided, change),
    ...part('Other changes', found.otherwise, change),
    ...part('Changed observations', found.observations, (o) => {
      return `${o.check} ${o.key}: ${short(o.before)} → ${short(o.after)}`;
    }),
    ...part('Checks that came', found.came, (c) => `${c.id}: ${c.verdict}`),
    ...part('Checks that went', found.went, (c) => `${c.id}: was ${c.verdict}`),
    `${runStatement(before)} → ${runStatement(after)}: ${found.newFailures.length} new failures, ${found.fixed.length} fixed`,
  ];
  if (before.suite.checksDigest !== after.suite.checksDigest) {
    text.push(
      'The two were judged by different suites; judge the older one again to tell the suite from the service.',
    );
  }
  io.stdout.write(`${text.map(oneLine).join('\n')}\n`);
  return comparisonCode(found);
}

function part<T>(title: string, items: readonly T[], show: (item: T) => string): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${show(item)}`)];
}

function change({ id, before, after }: Changed): string {
  return `${id}: ${before} → ${after}`;
}

function short(value: string | undefined): string {
  return value === undefined ? 'not observed' : shorten(value, 120);
}
