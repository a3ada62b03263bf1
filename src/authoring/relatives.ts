import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import type { Check } from '../vocabulary/check.ts';

/** Related checks that are named at most. */
const NAMED = 5;

/** Words in nearly every title. */
const COMMON = new Set(
  'a an and are as at be by completion completions each every for from has have in is it its no not of on one or rejected request response stream that the their to usage value with without'.split(
    ' ',
  ),
);

type Described = Pick<Check, 'id' | 'clauses'> & { title?: string };

/** The existing checks that are most like a new one, each with its judge, as lines for people; empty if none is. */
export function relativesText(of: Described, checks: readonly Check[] = CHECKS): string {
  const found = relatives(of, checks);
  if (found.length === 0) return '';
  const judges = judgesInRecords();
  const lines = found.map(({ id, title }) => {
    const judge = judges.get(id);
    return `  ${id}  ${title}${judge === undefined ? '' : `\n    judge: ${judge}`}\n`;
  });
  return `Related checks, whose judges may be reused (npm start -- explain ID):\n\n${lines.join('')}\n`;
}

/** The checks that share most words with a new one; a shared clause decides among equals. */
export function relatives(of: Described, checks: readonly Check[]): Check[] {
  const own = wordsOf(of);
  const shared = (check: Check) => {
    const words = [...wordsOf(check)].filter((word) => own.has(word)).length;
    return words === 0 ? 0 : words + (check.clauses.some((clause) => of.clauses.includes(clause)) ? 0.5 : 0);
  };
  const scored = checks
    .filter(({ id }) => id !== of.id)
    .map((check) => ({ check, score: shared(check) }))
    .sort((a, b) => b.score - a.score);
  const least = Math.max(1, (scored[0]?.score ?? 0) / 2);
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, NAMED)
    .map(({ check }) => check);
}

function wordsOf({ id, title = '' }: Described): Set<string> {
  const words = `${id.slice(id.indexOf('/') + 1)} ${title}`.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')).filter((word) => !COMMON.has(word)));
}

/** The judge that the record of a check names, with its file, by the id of the check. */
function judgesInRecords(): Map<string, string> {
  const judges = new Map<string, string>();
  for (const file of globSync('{suites,src/judge}/**/*.ts', { cwd: PACKAGE_ROOT }).sort()) {
    const [imports, ...records] = readFileSync(join(PACKAGE_ROOT, file), 'utf8').split(/^\s*id: '/m);
    const imported = [...imports!.matchAll(/import \{([^}]*)\} from '([^']*)'/g)].flatMap(([, names, from]) =>
      names!.match(/\w+/g)!.map((name) => [name, posix.join(posix.dirname(file), from!)] as const),
    );
    for (const record of records) {
      const judge = imported.find(
        ([name, from]) => /judge\//.test(from) && new RegExp(`(?:judge: |, )${name}\\b`).test(record),
      );
      const id = record.slice(0, record.indexOf("'"));
      if (judge && !judges.has(id)) judges.set(id, judge.join(' in '));
    }
  }
  return judges;
}
