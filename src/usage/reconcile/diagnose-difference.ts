import type { Requester } from '../../vocabulary/check.ts';
import { type Aggregate, FILTERS, mergedAggregates } from '../aggregate.ts';
import { type Day, daysAfter, writtenDay } from '../days.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { readRecord } from '../walk/record.ts';
import { pages } from '../walk/walk.ts';

/** Records of a day that are examined individually; of more only the kinds. */
const RECORDS_AT_MOST = 2000;

/**
 * The records of a day that explain the summary's difference, in words: one record, or all of one model, provider
 * or source. Undefined if there are none, or several candidates.
 */
export async function diagnoseDifference(
  ask: Requester,
  closed: ClosedHistory,
  day: Day,
  measure: Measure,
  difference: bigint,
): Promise<string | undefined> {
  const size = difference < 0n ? -difference : difference;
  if (size === 0n) return undefined;
  const own = mergedAggregates(
    [...closed.history.byInstant.values()].filter((aggregate) => aggregate.day === day),
  );
  const what =
    (own.all.count <= RECORDS_AT_MOST ? await oneRecord(ask, closed, day, measure, size) : undefined) ??
    oneKind(own, measure, size);
  return what === undefined ? undefined : `exactly the difference: ${what}`;
}

async function oneRecord(
  ask: Requester,
  { paging }: ClosedHistory,
  day: Day,
  measure: Measure,
  size: bigint,
): Promise<string | undefined> {
  const found: string[] = [];
  const around = { start: daysAfter(day, -1), end: daysAfter(day, 2) };
  for await (const page of pages(ask, paging, around, `records of ${day}`)) {
    for (const raw of page.records) {
      const record = readRecord(raw);
      if (!record || writtenDay(record.date) !== day) continue;
      if (BigInt(record.counts[MEASURES.indexOf(measure)]!) === size)
        found.push(`record ${String(raw.id)}, model ${JSON.stringify(record.model)}`);
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

function oneKind(day: Aggregate, measure: Measure, size: bigint): string | undefined {
  const found = FILTERS.flatMap((member) => {
    const values = [...day.counts(member).keys()];
    // All of them are no kind.
    if (values.length < 2) return [];
    const fitting = values.filter(
      (value) => day.of((kind) => kind[member] === value).totals[measure] === size,
    );
    return fitting.map((value) => `all records of ${member} ${JSON.stringify(value)}`);
  });
  return found.length === 1 ? found[0] : undefined;
}
