import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { type Aggregate, FILTERS, type Filter } from '../aggregate.ts';
import { daysAfter } from '../days.ts';
import { type Query, queried, STATS } from '../endpoints.ts';
import { type ClosedHistory, closedHistory, permittedSums } from '../history/closed-history.ts';
import type { Counts, ForeignCounts, ForeignPage } from '../judge/foreign.ts';
import { COUNTED, type Counted } from '../judge/summary.ts';
import { integerOf } from '../measures.ts';
import type { Summary } from '../summary.ts';
import { recordsOf } from '../walk/page.ts';
import { readableMeasures } from '../walk/usable-records.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { tellingDay } from './few-days.ts';
import { others, othersEdges, othersSums, ourSums, withOtherKey } from './isolation.ts';

/** The members of records that a count needs. */
const RESTS_ON: Readonly<Record<Counted, string>> = {
  unique_users: 'user_id',
  unique_models: 'model',
  unique_providers: 'model_provider',
  api_usage: 'source',
  app_usage: 'source',
};

/** Whether a count can be computed from these records. */
function isCountable(history: UsageSnapshot, member: Counted): boolean {
  if (history.misfits.has(RESTS_ON[member])) return false;
  if (member === 'unique_providers') return history.providersShown;
  const readable = readableMeasures(history);
  return (
    !member.endsWith('_usage') || (readable.includes('total_tokens') && readable.includes('total_requests'))
  );
}

/** The counts of a summary that are integers. */
function countsIn({ body }: Summary): Counts {
  const counts = COUNTED.map((member) => [member, integerOf(body[member])] as const);
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}

/** The counts in the summary of closed days for either organization. */
export async function foreignCounts(context: CheckContext, ask: Requester): Promise<ForeignCounts> {
  const whole = await closedHistory(context, ask);
  const theirs = await others(ask, whole);
  const shown = await othersSums(ask, whole);
  const own = await ourSums(ask, whole);
  const edges = await othersEdges(ask, whole);
  const readings = (history: UsageSnapshot, closed: ClosedHistory): [Aggregate, ...Aggregate[]] => [
    history.whole,
    ...permittedSums(closed),
  ];
  return {
    exchange: shown.exchange,
    shown: countsIn(shown),
    own: countsIn(own),
    theirs: readings(theirs, { ...whole, history: theirs, edges }),
    ours: readings(whole.history, whole),
    members: COUNTED.filter((member) => isCountable(theirs, member) && isCountable(whole.history, member)),
  };
}

/** A query for records, in words and by its parameters. */
interface Way {
  asked: string;
  query: Query;
  /** The other key sends the same just before: its response may be cached for the next caller. */
  secondly?: true;
}

const asItself = (ask: Requester): Requester => ask;

/** Maximum offset of a later page. */
const LATER = 20;
const UNDATED: Way = { asked: 'without dates', query: {} };

/**
 * Records by each named filter, with either key, for the most selective values of the other organization; those
 * after the first ones, of two days, and those without dates. None if no org_id is unique to one organization,
 * which another check reports.
 */
export async function foreignPages(
  context: CheckContext,
): Promise<((ask: Requester) => Promise<ForeignPage>)[]> {
  const whole = await closedHistory(context, context);
  const theirs = await others(context, whole);
  const { names } = whole.found;
  const filters = FILTERS.filter((filter) => names[filter] !== undefined);
  const limited = whole.paging.size === undefined ? {} : { limit: whole.paging.size };
  const sides = [
    { shown: theirs, strange: whole.history, whose: 'ours', by: withOtherKey, other: asItself },
    {
      shown: whole.history,
      strange: theirs,
      whose: "the other organization's",
      by: asItself,
      other: withOtherKey,
    },
  ] as const;
  return sides.flatMap(({ shown, strange, whose, by, other }) => {
    const alien = [...strange.organizations.keys()].filter((id) => !shown.organizations.has(id));
    if (alien.length === 0) return [];
    const sayings = new Set([...strange.sayings.keys()].filter((saying) => !shown.sayings.has(saying)));
    const filtered = filters.flatMap((filter) =>
      telling(strange, shown, filter).map(
        (value): Way => ({
          asked: `by the ${filter} ${JSON.stringify(value)}`,
          query: { [filter]: value },
        }),
      ),
    );
    // A later page may use another query.
    const offset = Math.min(LATER, Math.floor(shown.count / 2));
    const later: Way[] =
      names.offset === undefined || offset === 0
        ? []
        : [{ asked: `with an offset of ${offset}`, query: { offset } }];
    const day = tellingDay({ mine: shown, strange }, whole.range);
    const short: Way[] =
      day === undefined
        ? []
        : [
            {
              asked: `for two days that ${whose === 'ours' ? 'our' : 'the other'} key just requested`,
              query: { start: day, end: daysAfter(day, 1) },
              secondly: true,
            },
          ];
    const ways = [...filtered, ...later, ...short, UNDATED];
    return ways.map(({ asked, query, secondly }) => async (ask: Requester) => {
      const range = query === UNDATED.query ? {} : whole.range;
      const asking = (label: string) => queried(STATS, names, { ...range, ...limited, ...query }, label);
      const label = `records ${asked}, with none of ${whose === 'ours' ? 'our organization' : 'the other organization'}`;
      const earlier = secondly
        ? { earlier: await other(ask).send(asking(`records ${asked}, for the other key`)) }
        : {};
      const exchange = await by(ask).send(asking(label));
      return {
        exchange,
        ...earlier,
        asked,
        records: recordsOf(exchange) ?? [],
        strange: alien,
        sayings,
        whose,
      };
    });
  });
}

/**
 * Among the other organization's values the one with the fewest preceding records, and the most frequent of those.
 */
function telling(strange: UsageSnapshot, shown: UsageSnapshot, filter: Filter): string[] {
  const own = shown.whole.counts(filter);
  const common = strange.whole.values(filter).map(([value]) => value);
  return common.toSorted((a, b) => (own.get(a) ?? 0) - (own.get(b) ?? 0)).slice(0, 1);
}
