import { clauseTitle } from '../../contract/ledger.ts';
import type { Check } from '../../vocabulary/check.ts';
import type { CheckLine } from '../../vocabulary/record.ts';
import { countsInWords, countVerdicts } from '../counts.ts';
import { sectionOf } from '../sections.ts';

/** Ids that are named in a section's line. */
const NAMED = 3;

/** Gathers results by section; tells a section in a line when the last of its checks has ended. */
export function createSectionTeller(
  checks: readonly Pick<Check, 'id' | 'clauses'>[],
): (line: CheckLine) => string | undefined {
  const sections = new Map<string, string>(
    checks.map((c) => [c.id, sectionOf({ clauses: [...c.clauses] })] as const),
  );
  const left = new Map<string, number>();
  for (const section of sections.values()) left.set(section, (left.get(section) ?? 0) + 1);
  const ended = new Map<string, CheckLine[]>();
  return (line) => {
    const section = sections.get(line.id);
    if (section === undefined) return undefined;
    const lines = ended.get(section) ?? [];
    ended.set(section, [...lines, line]);
    left.set(section, left.get(section)! - 1);
    if (left.get(section)! > 0) return undefined;
    const red = ended.get(section)!.filter((l) => l.verdict === 'fail' || l.verdict === 'error');
    const more = red.length > NAMED ? ` and ${red.length - NAMED} more` : '';
    const named = red.slice(0, NAMED).map((l) => l.id);
    const failed = red.length > 0 ? `: ${named.join(', ')}${more}` : '';
    const words = countsInWords(countVerdicts(ended.get(section)!));
    return `${section}  ${clauseTitle(section)}  ${words}${failed}`;
  };
}
