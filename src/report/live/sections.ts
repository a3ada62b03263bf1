import { clauseTitle } from '../../contract/ledger.ts';
import type { Check } from '../../vocabulary/check.ts';
import type { CheckLine } from '../../vocabulary/record.ts';
import { countsInWords, countVerdicts, inWords } from '../counts.ts';
import { sectionOf } from '../sections.ts';

/** Ids that are named in a section's line. */
const NAMED = 3;

/**
 * Collects results by section. Prints a section in one line when its last check has ended; after that, each result
 * that later responses change.
 */
export function createSectionPrinter(
  checks: readonly Pick<Check, 'id' | 'clauses'>[],
): (line: CheckLine) => string | undefined {
  const sections = new Map<string, string>(
    checks.map((c) => [c.id, sectionOf({ clauses: [...c.clauses] })] as const),
  );
  const sizes = new Map<string, number>();
  for (const section of sections.values()) sizes.set(section, (sizes.get(section) ?? 0) + 1);
  const ended = new Map<string, Map<string, CheckLine>>();
  return (line) => {
    const section = sections.get(line.id);
    if (section === undefined) return undefined;
    const lines = ended.get(section) ?? new Map<string, CheckLine>();
    ended.set(section, lines);
    const before = lines.get(line.id)?.verdict;
    lines.set(line.id, line);
    if (lines.size < sizes.get(section)!) return undefined;
    const heading = `${section}  ${clauseTitle(section)}`;
    if (before !== undefined)
      return before === line.verdict
        ? undefined
        : `${heading}  later answers changed ${line.id}: ${inWords(line.verdict)}`;
    const red = [...lines.values()].filter((l) => l.verdict === 'fail' || l.verdict === 'error');
    const more = red.length > NAMED ? ` and ${red.length - NAMED} more` : '';
    const named = red.slice(0, NAMED).map((l) => l.id);
    const failed = red.length > 0 ? `: ${named.join(', ')}${more}` : '';
    return `${heading}  ${countsInWords(countVerdicts([...lines.values()]))}${failed}`;
  };
}
