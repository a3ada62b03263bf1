import type { DoubtingJudge, Judge } from '../../vocabulary/check.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { RecordSum } from '../record-sum.ts';
import type { HistoryTotals } from '../walk/history-totals.ts';
import { dated, distinct } from '../walk/usable-records.ts';
import { breach } from './finding.ts';

/** How many records were expected. Days may begin at any midnight, so there may be many right numbers. */
function expectedCount(counts: readonly number[], came: number): string {
  const [least, most] = [counts[0]!, counts.at(-1)!];
  if (least === most) return `${least}`;
  return came < least ? `at least ${least}` : came > most ? `at most ${most}` : `${least} to ${most}`;
}

/** What a walk brought beside what it should have brought. */
export interface Compared {
  /** What was asked for, in words. */
  asked: string;
  walked: HistoryTotals;
  /** What of the walk counts, where not all of it does. */
  counted?: RecordSum;
  /** Any of these is right; the first one is what is likely meant. */
  allowed: readonly RecordSum[];
  /** What the allowed groups were read from. */
  from: HistoryTotals;
  /** How each side was asked for, in words, where neither is known to be the right one. */
  ways?: { walked: string; from: string };
}

/** A walk brings the very records of one of the allowed groups. */
export const sameRecords: Judge<Compared> = ({
  asked,
  walked,
  counted = walked.all,
  allowed,
  from,
  ways,
}) => {
  for (const history of [walked, from]) distinct(dated(history));
  if (allowed.some((group) => group.sameRecords(counted))) return [];
  const counts = [...new Set(allowed.map((group) => group.count))].sort((a, b) => a - b);
  const came = counted.count;
  const actual = counts.includes(came) ? `${came} records, not the same` : `${came} records`;
  const exchanges = [...walked.pages, ...from.pages.slice(0, 1)] as [
    (typeof walked.pages)[0],
    ...typeof walked.pages,
  ];
  if (ways) {
    const expected = `the same records in ${ways.walked} and ${ways.from}`;
    const both = `${came} in ${ways.walked}, ${counts.join(' or ')} in ${ways.from}`;
    return [breach(exchanges, 'body', expected, counts.includes(came) ? `${both}, not the same` : both)];
  }
  return [breach(exchanges, 'body', `${expectedCount(counts, came)} records with ${asked}`, actual)];
};

/** The same beside a list that a check of its own judges: where that shows a record twice, it is the list that is wrong. */
export const sameAsListed: DoubtingJudge<Compared> = (compared) => {
  const found = sameRecords(compared);
  const { twiceShown, pages } = compared.from;
  if (found.length > 0 && twiceShown)
    return new Inconclusive(
      'the list to compare with has a duplicate record',
      pages,
      'usage/stats-pages-tile',
    );
  return found;
};
