import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import { showsNoMore } from '../csv/columns-by-value.ts';
import { type Query, USAGE_ENDPOINTS, type UsageEndpoint } from '../endpoints.ts';
import { walkedHistory } from '../history/closed-history.ts';
import { MEASURES, same } from '../measures.ts';
import { type Reconciliation, soundRows } from '../reconcile/totals.ts';
import type { Accounts } from './endpoint-timeline.ts';
import { ColumnsUnknown, inLiveRange, type LiveTotals, readLiveTotals } from './live-totals.ts';

const BASELINE = answerKey<Baseline>('accounting/baseline');
const baselineKey = (endpoint: string) =>
  answerKey<Accounts['leftOut'][number] | undefined>(`accounting/baseline/${endpoint}`);

/** The totals of the endpoints before anything was billed. */
export interface Baseline {
  found: Discovered;
  before: Partial<Record<UsageEndpoint, { range: Query; reading: LiveTotals; stillMs: number }>>;
  leftOut: Accounts['leftOut'];
}

/** How often an exclusive run tests whether the totals are stable: earlier requests may be counted meanwhile. */
const TURNS = 10;

/** Reads all three endpoints before the run's completions; an exclusive run also waits until they are stable. */
export async function baseline(context: CheckContext): Promise<Baseline> {
  const known = await context.usageNames();
  return context.shared(BASELINE, async (ask) => {
    const result: Baseline = { found: known, before: {}, leftOut: [] };
    const read = async (own: Requester, endpoint: UsageEndpoint) => {
      const { found } = result;
      const first = await inLiveRange(own, found, endpoint, (range) =>
        readLiveTotals(own, found, endpoint, range),
      );
      result.before[endpoint] = { ...first, stillMs: 0 };
    };
    const failures = await Promise.all(
      USAGE_ENDPOINTS.map((endpoint) =>
        ask.shared(baselineKey(endpoint), async (own) => {
          try {
            await read(own, endpoint).catch(async (error: unknown) => {
              const more = error instanceof ColumnsUnknown ? await withTitles(context, known) : undefined;
              if (!more) throw error;
              result.found = more;
              await read(own, endpoint);
            });
            return undefined;
          } catch (error) {
            if (!(error instanceof Inconclusive)) throw error;
            return { endpoint, error };
          }
        }),
      ),
    );
    for (const failure of failures) {
      if (!failure) continue;
      const { error } = failure;
      if (error instanceof ColumnsUnknown && (error.allTold || (await lacksColumns(context)))) continue;
      result.leftOut.push(failure);
    }
    if (context.settings.exclusive) await waitUntilStill(context, ask, result);
    return result;
  });
}

async function waitUntilStill(context: CheckContext, ask: Requester, result: Baseline): Promise<void> {
  const { found } = result;
  let enough = context.settings.settleMs;
  const still = () => USAGE_ENDPOINTS.every((e) => (result.before[e]?.stillMs ?? enough) >= enough);
  for (let turn = 0; turn < TURNS && !still(); turn++) {
    await context.clock.sleep(context.settings.settleMs);
    const now = await Promise.all(
      USAGE_ENDPOINTS.map(async (endpoint) => {
        const range = result.before[endpoint]?.range;
        return range && readLiveTotals(ask, found, endpoint, range);
      }),
    );
    for (const [i, endpoint] of USAGE_ENDPOINTS.entries()) {
      const earlier = result.before[endpoint];
      const reading = now[i];
      if (!earlier || !reading) continue;
      const moved = !same(reading.totals, earlier.reading.totals);
      // It counts with a delay: earlier requests may be delayed too.
      if (moved) enough = 2 * context.settings.settleMs;
      const stillMs = moved ? 0 : earlier.stillMs + context.settings.settleMs;
      result.before[endpoint] = { ...earlier, reading, stillMs };
    }
  }
}

/**
 * The discovered names, with the titles (or numbers) of the export's columns that only their sums on closed days
 * identify. The rows of recent days are too few for that. Undefined if nothing more can be learned.
 */
async function withTitles(context: CheckContext, found: Discovered): Promise<Discovered | undefined> {
  const rows = await closedExport(context);
  const titles: Record<string, string> = {};
  for (const measure of MEASURES) {
    const column = rows?.columns[measure];
    if (!rows || column === undefined) continue;
    const title = rows.table.header ? rows.table.header[column] : String(column + 1);
    if (title !== undefined) titles[measure] = title;
  }
  if (Object.keys(titles).length === 0) return undefined;
  return { ...found, names: { ...found.names, columns: { ...titles, ...found.names.columns } } };
}

/** Whether the export has no column for the missing measures: they cannot be followed. */
async function lacksColumns(context: CheckContext): Promise<boolean> {
  const rows = await closedExport(context);
  return rows !== undefined && showsNoMore(rows);
}

/** Requested before paging is known to work: if it is broken no sum fits, and no column is identified. */
async function closedExport(context: CheckContext): Promise<Reconciliation['export']> {
  const walked = await orUndefined(walkedHistory(context, context));
  return walked && orUndefined(soundRows(walked, context));
}
