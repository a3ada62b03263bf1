import type { Finding, Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { FARTHEST_MIDNIGHT } from '../days.ts';
import { inWords, MEASURES, type Measure } from '../measures.ts';
import type { Contents, Entry, Word } from '../probes/export-contents.ts';
import { breach, quoted } from './finding.ts';

/** The counts that rows and records both show. */
const measured = ({ shown }: Contents): Measure[] => MEASURES.filter((m) => shown.includes(m));

const keyOf = ({ counts }: Entry, measures: readonly Measure[]): string =>
  measures.map((m) => counts[m]).join(' ');

function evidence({ exchange, pages }: Contents): readonly [Exchange, ...Exchange[]] {
  return [exchange, ...pages.slice(0, 4)];
}

/** The first row whose counts no record is left for. */
function odd({ rows, records }: Contents, key: (entry: Entry) => string): Entry | undefined {
  const left = new Map<string, number>();
  for (const record of records) left.set(key(record), (left.get(key(record)) ?? 0) + 1);
  return rows.find((row) => {
    const count = left.get(key(row)) ?? 0;
    left.set(key(row), count - 1);
    return count === 0;
  });
}

/** The counts of the rows are those of the records: one by one where a single column differs, else together. */
export const sameCounts: Judge<Contents> = (contents) => {
  const measures = measured(contents);
  const groups = [...measures.map((m) => [m]), measures];
  for (const group of groups) {
    const row = odd(contents, (entry) => keyOf(entry, group));
    if (!row) continue;
    const told = group.map((m) => `${row.counts[m]} ${inWords(m)}`).join(', ');
    const expected = 'the counts of the rows to be those of the records';
    return [breach(evidence(contents), `body, row ${row.row}`, expected, `${told}, as no record has`)];
  }
  return [];
};

/** The words of the rows are those of the records that have the same counts. */
export function sameWords(words: readonly Word[], what: string): Judge<Contents> {
  return (contents) => {
    const known = words.filter(
      (word) => contents.shown.includes(word) && contents.records.every((r) => r.words[word] !== undefined),
    );
    const measures = measured(contents);
    for (const word of known) {
      const row = odd(contents, (entry) => `${keyOf(entry, measures)} ${unguarded(entry.words[word])}`);
      if (row) {
        const actual = `${word} ${quoted(row.words[word] ?? '')}, as no record with these counts has`;
        return [breach(evidence(contents), `body, row ${row.row}`, what, actual)];
      }
    }
    return [];
  };
}

/** A text without the apostrophe that keeps a spreadsheet from running it. */
const unguarded = (text: string | undefined): string | undefined => text?.replace(/^'/, '');

/** Rows are of the days of the records with the same counts, wherever midnight is. */
export const sameDays: Judge<Contents> = (contents): readonly Finding[] => {
  const { shown } = contents;
  // A day that is wrong may lie on either side of an edge: all are looked at.
  const { rows, records } = contents.all;
  if (rows.length !== records.length) return [];
  if (!shown.includes('date') || rows.some((row) => row.instant === undefined)) return [];
  const measures = measured(contents);
  const days = new Map<string, number[]>();
  for (const record of records) {
    const key = keyOf(record, measures);
    days.set(key, [...(days.get(key) ?? []), record.instant!]);
  }
  const row = rows.find((one) => {
    const known = days.get(keyOf(one, measures));
    return known && !known.some((day) => Math.abs(day - one.instant!) <= FARTHEST_MIDNIGHT);
  });
  if (!row) return [];
  const actual = `${new Date(row.instant!).toISOString()}, where a record with these counts is of another day`;
  return [breach(evidence(contents), `body, row ${row.row}`, 'rows of the days of their records', actual)];
};
