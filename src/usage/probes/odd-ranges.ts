import type { CheckContext } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { attempt, decided, Inconclusive } from '../../vocabulary/undecidable.ts';
import { askExport, type Export } from '../csv/export.ts';
import { daysAfter } from '../days.ts';
import type { Query } from '../endpoints.ts';
import { closedHistory } from '../history/closed-history.ts';
import { middleOf } from '../history/ranges.ts';

/** The response of the export to a range that section 4.4 does not mention. */
export interface OddRange {
  key: string;
  value: string;
  exchange: Exchange;
}

/** Rows for one date alone, and for reversed dates, of a few days only if there are many records. */
export async function oddRanges(context: CheckContext): Promise<OddRange[]> {
  const whole = await closedHistory(context, context);
  const { found, range } = whole;
  const { start, end } = middleOf(whole);
  const late = daysAfter(range.end, -4);
  const points: OddRange[] = [];
  const asked: [key: string, query: Query, label: string][] = [
    ['start-alone', { start: late }, 'rows from a day on'],
    ['end-alone', { end: start }, 'rows up to a day'],
    ['reversed', { start: end, end: start }, 'rows of a reversed range'],
  ];
  for (const [name, query, label] of asked) {
    const isReversed = name === 'reversed';
    const both = { start: query.start ?? range.start, end: query.end ?? range.end };
    const within = isReversed
      ? undefined
      : await askExport(context, found.names, both, `${label}, with both dates`);
    const rows = await attempt(askExport(context, found.names, query, label));
    const refused = rows instanceof Inconclusive ? rows.exchanges[0] : undefined;
    const { exchange, value } = refused
      ? { exchange: refused, value: `status ${refused.response?.status}` }
      : rowsShown(decided(rows), within?.table.records);
    points.push({ key: `usage-export-${name}`, value, exchange });
  }
  return points;
}

const rowsShown = ({ exchange, table }: Export, known: number | undefined) => ({
  exchange,
  value: inWords(table.records, known),
});

/** If an end of the range is absent, `known` rows are in it. */
function inWords(rows: number, known: number | undefined): string {
  if (rows === 0) return 'no rows';
  if (known === undefined) return 'rows';
  return rows >= known ? 'all rows' : 'a part of the rows';
}
