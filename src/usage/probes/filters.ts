import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { Inconclusive, NotApplicable, type Undecidable } from '../../vocabulary/undecidable.ts';
import { Aggregate, FILTERS, type Filter, type Kind, mayHave } from '../aggregate.ts';
import type { DayRange } from '../days.ts';
import { nameOf, type Query, queried, STATS } from '../endpoints.ts';
import { type ClosedHistory, closedHistory } from '../history/closed-history.ts';
import { MANY, middleOf } from '../history/ranges.ts';
import type { Filtered } from '../judge/page.ts';
import type { Compared } from '../judge/same-records.ts';
import { askPage, readPage } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { walk } from '../walk/walk.ts';

const FEW_DAYS = answerKey<UsageSnapshot>('usage/few-days');

/** The member of a record that a filter matches. */
export const MEMBER = { model: 'model', provider: 'model_provider', source: 'source' } as const;

/** The check of whether a filter works alone. */
export const filterCheck = (filter: Filter): CheckId => `usage/stats-filter-${filter}`;

/**
 * Filters with a name that work alone and match a member of all records. For checks that adapt to those of filters.
 */
export function usableFilters(context: CheckContext, { found, history }: ClosedHistory): Filter[] {
  const named = FILTERS.filter((f) => found.names[f] !== undefined && canSelect(f, history));
  const sound = named.filter((f) => context.holds(filterCheck(f)) && !history.misfits.has(MEMBER[f]));
  const broken = named.find((filter) => !sound.includes(filter));
  if (sound.length === 0 && broken) throw new Inconclusive('no filter works alone', [], filterCheck(broken));
  return sound;
}

/** Whether the records show what a filter selects: one published version has no providers, and both may run. */
const canSelect = (filter: Filter, { providersShown }: UsageSnapshot): boolean =>
  filter !== 'provider' || providersShown;

/** The records that filters select from: all closed days, or a few of them if there are very many records. */
interface Scope {
  range: DayRange;
  records: UsageSnapshot;
}

async function scope(context: CheckContext, ask: Requester): Promise<Scope> {
  const whole = await closedHistory(context, ask);
  if (whole.history.count <= MANY) return { range: whole.range, records: whole.history };
  const range = middleOf(whole);
  const walked = await ask.shared(FEW_DAYS, (a) => walk(a, whole.paging, range, 'records of a few days'));
  return walked.count > 0 ? { range, records: walked } : { range: whole.range, records: whole.history };
}

/**
 * Values of a filter for tests: the rarest, a prefix of another, one with special characters, one with letters
 * beyond ASCII.
 */
export async function tellingValues(context: CheckContext, filter: Filter): Promise<string[]> {
  const { records } = await scope(context, context);
  const counts = records.whole.values(filter).sort((a, b) => a[1] - b[1]);
  const values = counts.map(([value]) => value);
  if (values.length === 0) throw without(filter);
  if (!canSelect(filter, records)) throw new NotApplicable('some records of closed days have no provider');
  const prefix = values.find((v) => values.some((other) => other !== v && other.startsWith(v)));
  const unusual = values.find((v) => /[^\w.:/-]/.test(v));
  const abroad = values.find((v) => /[^ -~]/.test(v));
  return [...new Set([values[0], prefix, unusual, abroad])].filter((v) => v !== undefined);
}

/**
 * Why a filter cannot be tested: a provider may be absent; missing members that 2.8 requires are the service's own
 * fault.
 */
function without(filter: Filter): NotApplicable | Inconclusive {
  const why = `the records of closed days have no ${filter}`;
  return filter === 'provider'
    ? new NotApplicable(why)
    : new Inconclusive(why, [], 'usage/stats-record-schema');
}

/** What the stats show for one value of a filter. */
export const filtered = async (
  context: CheckContext,
  ask: Requester,
  filter: Filter,
  value: string,
): Promise<Compared> =>
  selected(ask, await closedHistory(context, ask), await scope(context, ask), { [filter]: value });

/** What the stats show for some values in a range, and the records that have all of them. */
async function selected(
  ask: Requester,
  { paging }: ClosedHistory,
  { range, records }: Scope,
  values: Values,
): Promise<Compared> {
  const filters = Object.entries(values) as [Filter, string][];
  const label = `records by ${filters.map(([filter]) => filter).join(' and ')}`;
  const walked = await walk(ask, { ...paging, due: 'answer' }, { ...range, ...values }, label);
  const wanted = records.whole.of((kind) => filters.every(([f, value]) => kind[f] === value));
  return { asked: inWords(values), walked, allowed: [wanted], from: records };
}

const inWords = (values: Values): string =>
  Object.entries(values)
    .map(([filter, value]) => `the ${filter} ${JSON.stringify(value)}`)
    .join(' and ');

type Values = Readonly<Partial<Record<Filter, string>>>;

/** Values of several filters for tests. */
export interface Combination {
  values: Values;
  /** Whether records match all of them. */
  exists: boolean;
}

/**
 * Combinations of all filters: of a record that differs from others in as many members as possible, one at a time, so
 * that each of those filters is needed. The need for another filter shows with a value that no such record has.
 */
export async function combinations(context: CheckContext): Promise<Combination[] | Undecidable> {
  const whole = await closedHistory(context, context);
  const { records } = await scope(context, context);
  const all = [...records.whole.kinds.values()].sort((a, b) => a.group.count - b.group.count);
  const { names } = whole.found;
  const named = FILTERS.filter((f) => names[f] !== undefined);
  if (named.length < 2) nameOf(names, named.includes('model') ? 'source' : 'model');
  const sound = usableFilters(context, whole);
  const broken = named.find((f) => !sound.includes(f));
  if (sound.length < 2 && broken)
    return new Inconclusive('fewer than two filters work alone', [], filterCheck(broken));
  // Records need not show their provider.
  const usable = sound.filter((f) => all.some(({ kind }) => kind[f] !== '' && kind[f] !== undefined));
  if (usable.length < 2) return new NotApplicable('records have fewer than two members to filter by');
  const kinds = all.map(({ kind }) => kind).filter((kind) => usable.every((f) => kind[f] !== ''));
  const differs = (kind: Kind, f: Filter) =>
    kinds.find((other) => usable.every((g) => (other[g] === kind[g]) === (g !== f)));
  const needed = (kind: Kind) => usable.filter((f) => differs(kind, f)).length;
  const [best] = kinds.toSorted((a, b) => needed(b) - needed(a));
  if (!best) return new NotApplicable('no record has a value for every filter');
  const values: Values = Object.fromEntries(usable.map((f) => [f, best[f]]));
  const absent = usable
    .filter((f) => !differs(best, f))
    .flatMap((f) => {
      const other = kinds.find((kind) => kind[f] && kind[f] !== best[f]);
      return other ? [{ values: { ...values, [f]: other[f] }, exists: false }] : [];
    });
  return [{ values, exists: true }, ...absent];
}

/** What the stats show for several filters at once. A combination that no record has may be rejected. */
export async function filteredTogether(
  context: CheckContext,
  ask: Requester,
  { values, exists }: Combination,
): Promise<Compared> {
  const days = await scope(context, ask);
  if (exists) return selected(ask, await closedHistory(context, ask), days, values);
  return filteredByNone(context, ask, values, `${inWords(values)}, which no record has`, days);
}

/**
 * Nonexistent values that are similar to existing ones: a part of it, an extension, and one with a database
 * wildcard. Nothing may be returned for them; a rejection is correct too.
 */
export function nearMisses({ history }: ClosedHistory, filter: Filter): string[] {
  const values = history.whole.values(filter).map(([value]) => value);
  const [longest] = values.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const characters = [...(longest ?? '')];
  if (characters.length < 2) return [];
  const shorter = characters.slice(0, -1).join('');
  return [shorter, `${longest}-x`, `${shorter}_`].filter((near) => !values.includes(near));
}

/** What the stats show for values that no record has: of some days, or of all closed ones. */
export async function filteredByNone(
  context: CheckContext,
  ask: Requester,
  values: Values,
  asked: string,
  days?: Scope,
): Promise<Compared> {
  const whole = await closedHistory(context, ask);
  const { range, records } = days ?? { range: whole.range, records: whole.history };
  const label = `records that do not exist, by ${Object.keys(values).join(' and ')}`;
  const exchange = await ask.send(queried(STATS, whole.found.names, { ...range, ...values }, label));
  const status = exchange.response?.status ?? 0;
  const page = status >= 400 && status < 500 ? { exchange, records: [] } : readPage(exchange);
  const walked = snapshotOf([page], whole.found.stableIds);
  return { asked, walked, allowed: [new Aggregate().all], from: records };
}

/**
 * Filters with a name, and values that the first record without it lacks: they show whether filters apply before
 * paging.
 */
export async function lateFilters(context: CheckContext): Promise<{ filter: Filter; value: string }[]> {
  const whole = await closedHistory(context, context);
  const named = FILTERS.filter((f) => whole.found.names[f] !== undefined);
  if (named.length === 0) nameOf(whole.found.names, 'model');
  const usable = usableFilters(context, whole);
  const found = usable.flatMap((filter) => {
    const shown = whole.first.records[0]![MEMBER[filter]];
    const other = whole.history.whole.values(filter).find(([value]) => value !== shown);
    return other ? [{ filter, value: other[0] }] : [];
  });
  if (found.length === 0)
    throw new NotApplicable('the organization needs records of at least two models, providers or sources');
  return found;
}

/** One record by a filter, other than the first one without it. */
export async function filteredPage(
  context: CheckContext,
  ask: Requester,
  filter: Filter,
  value: string,
): Promise<Filtered> {
  const whole = await closedHistory(context, ask);
  // If sizes are broken, as another check reports, none is requested.
  const sized = context.holds('usage/stats-page-size');
  const query: Query = { ...whole.range, [filter]: value, ...(sized && { limit: 1 }) };
  const label = `${sized ? 'one record' : 'records'} by ${filter}, a page of them`;
  const page = await askPage(ask, whole.found.names, query, label, 'answer');
  const holds = (record: Kind) => mayHave(record, filter, value);
  const most = sized ? 1 : Number.POSITIVE_INFINITY;
  return { page, asked: inWords({ [filter]: value }), holds, count: { least: 1, most } };
}
