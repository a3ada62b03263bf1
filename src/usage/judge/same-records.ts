import type { DoubtingJudge, Judge } from '../../vocabulary/check.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { RecordSum } from '../record-sum.ts';
import { dated, distinct } from '../walk/usable-records.ts';
import type { Shown, UsageSnapshot } from '../walk/usage-snapshot.ts';
import { breach } from './finding.ts';

/** The expected number of records. Days may begin at any midnight, so there may be several correct numbers. */
function expectedCount(counts: readonly number[], came: number): string {
  const [least, most] = [counts[0]!, counts.at(-1)!];
  if (least === most) return `${least}`;
  return came < least ? `at least ${least}` : came > most ? `at most ${most}` : `${least} to ${most}`;
}

/** The result of a walk, and the expected one. */
export interface Compared {
  /** The query, in words. */
  asked: string;
  walked: Shown;
  /** The relevant part of the walk. */
  counted?: RecordSum;
  /** Any of these is correct; the first one is the most likely. */
  allowed: readonly RecordSum[];
  /** The source of the allowed groups. */
  from: UsageSnapshot;
  /** Both queries, in words, if neither result is known to be correct. */
  ways?: { walked: string; from: string };
}

/** A walk returns exactly the records of one of the allowed groups. */
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

/** The same compared with a list that has its own check: if that list contains a duplicate, the list is wrong. */
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
