import type { Finding, Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { dayOf, FARTHEST_MIDNIGHT } from '../days.ts';
import type { Entry, Word } from '../history/exported-rows.ts';
import { breach, quoted } from '../judge/finding.ts';
import { inWords, MEASURES, type Measure } from '../measures.ts';
import { addedUp, type Contents, isOneToOne } from './export-contents.ts';

/** The counts that rows and records share. */
const measured = ({ shown }: Contents): Measure[] => MEASURES.filter((m) => shown.includes(m));

const keyOf = ({ counts }: Entry, measures: readonly Measure[]): string =>
  measures.map((m) => counts[m]).join(' ');

function evidence({ exchange, pages }: Contents): readonly [Exchange, ...Exchange[]] {
  return [exchange, ...pages.slice(0, 4)];
}

/** The first row whose counts no remaining record has. */
function odd({ rows, records }: Contents, key: (entry: Entry) => string): Entry | undefined {
  const left = new Map<string, number>();
  for (const record of records) left.set(key(record), (left.get(key(record)) ?? 0) + 1);
  return rows.find((row) => {
    const count = left.get(key(row)) ?? 0;
    left.set(key(row), count - 1);
    return count === 0;
  });
}

/** The counts of the rows are those of the records: individually if a single column differs, else together. */
export const sameCounts: Judge<Contents> = (contents) => {
  const { misnamed } = contents;
  if (misnamed) {
    const expected = `the ${inWords(misnamed.measure)} of the records in the column with that name`;
    const actual = `${quoted(misnamed.text)}, the first of ${counted(misnamed.rows, 'row')} without a number`;
    return [breach(evidence(contents), `body, row ${misnamed.row}`, expected, actual)];
  }
  const measures = measured(contents);
  const groups = [...measures.map((m) => [m]), measures];
  for (const group of groups) {
    const row = odd(contents, (entry) => keyOf(entry, group));
    if (!row) continue;
    const told = group.map((m) => `${row.counts[m]} ${inWords(m)}`).join(', ');
    const isKnown = contents.records.some((record) => keyOf(record, group) === keyOf(row, group));
    const actual = isKnown
      ? `${told}, in more rows than records`
      : `${told}, and no record with these counts`;
    const expected = 'counts that match the records';
    return [breach(evidence(contents), `body, row ${row.row}`, expected, actual)];
  }
  return [];
};

/**
 * The texts of the rows are those of the records: of the record with the same counts if there is a row for each,
 * else with the same sums per text. Throws `NotApplicable` if aggregated rows show no text under the records'
 * names.
 */
export function wordsFit(words: readonly Word[], what: string): Judge<Contents> {
  const one = sameWords(words, what);
  const added = sameSums(words, what);
  return (contents) => (isOneToOne(contents) ? one : added)(contents);
}

/** In rows aggregated by model: those of one model may show one, or none. */
const ASIDE: Word = 'model_provider';

/** Aggregated rows: for each shared text their sums are those of the records. */
function sameSums(words: readonly Word[], what: string): Judge<Contents> {
  return (contents) => {
    const { rows, records } = contents;
    const measures = measured(contents);
    const shown = words.filter(
      (word) => word !== ASIDE && contents.shown.includes(word) && namedAlike(word, rows, records),
    );
    if (shown.length === 0 || rows.length === 0) throw addedUp(contents);
    // Rows of days and records of times are cut differently at an edge: a shift leaves the whole unchanged.
    const alike = measures.filter((m) => whole(rows, m) === whole(records, m));
    for (const word of shown) {
      for (const measure of alike) {
        const [inRows, inRecords] = [sums(rows, word, measure), sums(records, word, measure)];
        const off = [...inRecords].find(([name, sum]) => inRows.get(name) !== sum);
        if (!off) continue;
        const [name, sum] = off;
        const actual = `${inRows.get(name)} ${inWords(measure)} of ${word} ${quoted(name)} in the export, ${sum} in the records`;
        return [breach(evidence(contents), 'body', what, actual)];
      }
    }
    return [];
  };
}

/** Whether rows and records name the same ones, and all of them name one. */
function namedAlike(word: Word, rows: readonly Entry[], records: readonly Entry[]): boolean {
  const names = (entries: readonly Entry[]) => new Set(entries.map(({ words }) => words[word]));
  const [inRows, inRecords] = [names(rows), names(records)];
  return (
    !inRows.has(undefined) && inRows.size === inRecords.size && [...inRows].every((n) => inRecords.has(n))
  );
}

function whole(entries: readonly Entry[], measure: Measure): bigint {
  return entries.reduce((sum, { counts }) => sum + (counts[measure] ?? 0n), 0n);
}

function sums(entries: readonly Entry[], word: Word, measure: Measure): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { words, counts } of entries) {
    const name = words[word]!;
    found.set(name, (found.get(name) ?? 0n) + (counts[measure] ?? 0n));
  }
  return found;
}

/** The texts of the rows are those of the records with the same counts. */
function sameWords(words: readonly Word[], what: string): Judge<Contents> {
  return (contents) => {
    const known = words.filter(
      (word) => contents.shown.includes(word) && contents.records.every((r) => r.words[word] !== undefined),
    );
    const measures = measured(contents);
    for (const word of known) {
      const row = odd(contents, (entry) => `${keyOf(entry, measures)} ${unguarded(entry.words[word])}`);
      if (row) {
        const actual = `${word} ${quoted(row.words[word] ?? '')}, and no such record with these counts`;
        return [breach(evidence(contents), `body, row ${row.row}`, what, actual)];
      }
    }
    return [];
  };
}

/** A text without the apostrophe that protects spreadsheets. */
const unguarded = (text: string | undefined): string | undefined => text?.replace(/^'/, '');

/** The same date, or times that differ by no more than time zones. */
const isSameDay = (a: number, b: number): boolean =>
  dayOf(a) === dayOf(b) || Math.abs(a - b) <= FARTHEST_MIDNIGHT;

/** Rows have the days of the records with the same counts, at any midnight. */
export const sameDays: Judge<Contents> = (contents): readonly Finding[] => {
  const { shown } = contents;
  const { records } = contents.all;
  const apart = contents.all.rows.length - records.length;
  const atEdges = contents.all.rows.length - contents.rows.length + records.length - contents.records.length;
  // Aggregated rows have no single day. As many as are at the edges may be in only one of both.
  if (Math.abs(apart) > atEdges) return [];
  // A wrong day may be on either side of an edge: all are examined, unless one of both includes an additional day
  // there.
  const rows = apart === 0 ? contents.all.rows : contents.rows;
  if (!shown.includes('date') || rows.some((row) => row.instant === undefined)) return [];
  const measures = measured(contents);
  const days = new Map<string, number[]>();
  for (const record of records) {
    const key = keyOf(record, measures);
    days.set(key, [...(days.get(key) ?? []), record.instant!]);
  }
  const row = rows.find((one) => {
    const known = days.get(keyOf(one, measures));
    return known && !known.some((day) => isSameDay(day, one.instant!));
  });
  if (!row) return [];
  const actual = `${new Date(row.instant!).toISOString()}, and a record with these counts on another day`;
  return [breach(evidence(contents), `body, row ${row.row}`, 'days that match the records', actual)];
};
