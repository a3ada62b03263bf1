import type { UsageCounts, UsageDays } from '../../vocabulary/usage-days.ts';
import { daysOf } from '../csv/dates.ts';
import { nearEdge } from '../days.ts';
import { inWords, MEASURES, type Totals } from '../measures.ts';
import type { Reconciliation } from './totals.ts';

/** Number of kept days: differing ones, and the latest of the others. */
const KEPT = 400;

/** The comparison by day, for readers of the report. */
export function usageDaysOf({ closed, parties, export: rows }: Reconciliation): UsageDays {
  const { range, history } = closed;
  const days = new Map<string, UsageDays['days'][number]>();
  const sums = new Map<string, Pick<Totals, 'total_requests' | 'total_tokens'>>();
  for (const [instant, { day, all }] of history.byInstant) {
    if (day === undefined) continue;
    const before = sums.get(day) ?? { total_requests: 0n, total_tokens: 0n };
    const sum = {
      total_requests: before.total_requests + all.totals.total_requests,
      total_tokens: before.total_tokens + all.totals.total_tokens,
    };
    sums.set(day, sum);
    const edge = nearEdge(instant, range.end) || nearEdge(instant, range.start);
    days.set(day, { day, stats: counts(sum), ...(edge && { edge: true as const }) });
  }
  const columns = rows?.columns;
  if (rows && columns?.date !== undefined && columns.total_requests !== undefined) {
    const read = daysOf([...rows.table.byDay.keys()]);
    for (const [text, { totals }] of rows.table.byDay) {
      const day = read(text) ?? text;
      // A day without records may be beyond an edge.
      const known = days.get(day) ?? { day, edge: true as const };
      days.set(day, { ...known, export: counts(totals) });
    }
  }
  const party = (name: 'summary' | 'export') => {
    const totals = parties.find((p) => p.name === name)?.totals;
    return totals?.total_requests === undefined ? {} : { [name]: counts(totals) };
  };
  return {
    from: range.start,
    to: range.end,
    totals: { stats: counts(history.all.totals), ...party('summary'), ...party('export') },
    days: kept([...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))),
    where: parties.flatMap((p) =>
      MEASURES.flatMap((m) => (p.where[m] ? [`${inWords(m)} on ${p.where[m]}`] : [])),
    ),
    ...parties.flatMap(({ lines }) => (lines ? { lines } : [])).at(0),
  };
}

function counts({ total_requests, total_tokens }: Partial<Totals>): UsageCounts {
  return { requests: String(total_requests ?? 0n), tokens: String(total_tokens ?? 0n) };
}

function kept(days: UsageDays['days']): UsageDays['days'] {
  if (days.length <= KEPT) return days;
  const late = new Set(days.slice(-KEPT));
  return days
    .filter((d) => late.has(d) || JSON.stringify(d.stats) !== JSON.stringify(d.export))
    .slice(-2 * KEPT);
}
