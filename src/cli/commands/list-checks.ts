import { CHECKS } from '../../../suites/index.ts';
import type { RunOptions } from '../../options/run-options.ts';
import { checksToRun } from '../../run/shards.ts';

/** The page of `--list`: the selected checks with level, clauses and title, one per line. */
export function listChecks({ settings, only, skip }: RunOptions): string {
  const selected = checksToRun(CHECKS, settings, { only, skip });
  const width = Math.max(...selected.map((c) => c.id.length));
  const lines = selected.map(
    (c) => `${c.id.padEnd(width)}  ${c.level.padEnd(6)}  ${c.clauses.join(' ').padEnd(9)}  ${c.title}`,
  );
  return `${lines.join('\n')}\n${selected.length} of ${CHECKS.length} checks, profile ${settings.profile}\n`;
}
