import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { attempt, decided, Inconclusive, NotApplicable, skipped } from '../../vocabulary/undecidable.ts';
import { type Kind, mayHave } from '../aggregate.ts';
import { DAY, type DayRange, startOf } from '../days.ts';
import type { Query } from '../endpoints.ts';
import { type ClosedHistory, closedHistory } from '../history/closed-history.ts';
import { middlePart } from '../history/ranges.ts';
import {
  type Broken,
  DEFAULT_SIZE,
  type ParameterEffects,
  parametersHaveEffect,
  showSame,
  showSameInAnyOrder,
  showsOneLessInOtherOrder,
} from '../judge/parameter-effects.ts';
import { askPage, type Page, recordsOf } from '../walk/page.ts';
import { type UsageSnapshot, within } from '../walk/usage-snapshot.ts';
import { askedAgain } from './asked-again.ts';
import { type Chosen, commonValues } from './filter-pages.ts';

type Dates = 'none' | 'start' | 'end' | 'both';

type Given = readonly [dates: Dates, filters: 'none' | 'one' | 'all', sized: boolean, offset: boolean];

/** Given and absent parameters: every pair of dates, filters, a page size and an offset occurs in each way. */
const COMPANIES: readonly Given[] = [
  ['none', 'none', false, true],
  ['none', 'none', true, false],
  ['none', 'one', false, false],
  ['none', 'all', true, true],
  ['start', 'none', false, true],
  ['start', 'all', true, false],
  ['end', 'none', true, false],
  ['end', 'all', false, true],
  ['both', 'none', false, false],
  ['both', 'one', false, true],
];

/** The requested page size. */
const SIZE = 5;

/** New page sizes, so that no cached response is used; several, because an order that changes may come back. */
const OTHER_SIZES = [13, 17, 23];

/** A page of another size that begins with other records; undefined if all of them start in the same way. */
async function otherBeginning(page: Page, ask: (size: number) => Promise<Page>): Promise<Page | undefined> {
  for (const size of OTHER_SIZES) {
    const other = await ask(size);
    const most = Math.min(page.records.length, other.records.length);
    const head = (one: Page): Page => ({ ...one, records: one.records.slice(0, most) });
    if (!showSame(head(page), head(other))) return other;
  }
  return undefined;
}

/** One combination of parameters, and the known facts about its result. */
interface Company {
  query: Query;
  /** Its offset is tested too. */
  offset: boolean;
  asked: string;
  holds: ParameterEffects['holds'];
  least: number;
}

const JUDGED_BY: readonly (readonly [Broken, CheckId])[] = [
  ['sizes', 'usage/stats-page-size'],
  ['offsets', 'usage/stats-offset'],
  ['offsets', 'usage/stats-pages-tile'],
  ['ranges', 'usage/stats-range'],
];

/**
 * The result of each combination of parameters with known names. For checks that adapt to `PAGING` and the range of
 * the stats: broken ones are not judged.
 */
export async function parameterCombinations(
  context: CheckContext,
): Promise<((ask: Requester) => Promise<ParameterEffects>)[]> {
  const whole = await closedHistory(context, context);
  const { names } = whole.found;
  const spoilt = JUDGED_BY.filter(([, id]) => !context.holds(id));
  const broken = new Set(spoilt.map(([what]) => what));
  const common = await attempt(commonValues(context));
  const values = common instanceof Inconclusive ? [] : [...decided(common)];
  values.sort((a, b) => b.count - a.count);
  const part = partOf(whole);
  return COMPANIES.flatMap(([dates, filters, sized, offset]) => {
    const chosen = { none: [], one: values.slice(0, 1), all: commonKind(whole.history, values) }[filters];
    if ((filters !== 'none' && chosen.length === 0) || (sized && names.limit === undefined)) return [];
    if ((dates === 'start' || dates === 'end') && !part) return [];
    // If both dates are required, nothing is returned without them.
    if (names.demanded && dates !== 'both') return [];
    const range = { none: {}, both: whole.range, start: { start: part?.start }, end: { end: part?.end } }[
      dates
    ];
    const wanted = Object.fromEntries(chosen.map(({ filter, value }) => [filter, value]));
    const query = { ...range, ...wanted, ...(sized && { limit: SIZE }) };
    const company = companyOf(query as Query, offset, chosen, whole.history);
    return [
      async (ask: Requester) => {
        const alone = await inCompany(ask, whole, company, broken);
        if (spoilt[0] && alone.page.records.length === 0)
          throw new Inconclusive(`no records with ${alone.asked}`, [alone.page.exchange], spoilt[0][1]);
        return alone;
      },
    ];
  });
}

/** The most frequent combination of values of these members. */
function commonKind({ whole }: UsageSnapshot, values: readonly Chosen[]): Chosen[] {
  const filters = values.map(({ filter }) => filter);
  const kinds = [...whole.kinds.values()].filter(({ kind }) => filters.every((filter) => kind[filter]));
  const most = kinds.sort((a, b) => b.group.count - a.group.count)[0];
  return most
    ? filters.map((filter) => ({ filter, value: most.kind[filter]!, count: most.group.count }))
    : [];
}

/** A part of closed days; undefined if there are too few. */
function partOf(whole: ClosedHistory): DayRange | undefined {
  const part = middlePart(whole);
  return part instanceof NotApplicable ? undefined : decided(part);
}

function companyOf(
  query: Query,
  offset: boolean,
  chosen: readonly Chosen[],
  history: UsageSnapshot,
): Company {
  const { start, end, limit } = query;
  const words = [
    start && `the start ${start}`,
    end && `the end ${end}`,
    ...chosen.map(({ filter, value }) => `the ${filter} ${JSON.stringify(value)}`),
    limit && `a page size of ${limit}`,
  ].filter((word) => word !== undefined);
  const surely = start === undefined ? 0 : countFrom(history, startOf(start) + 2 * DAY, chosen);
  return {
    query,
    offset,
    asked: words.join(' and ') || 'no parameter',
    holds: (record) => matches(record, chosen),
    least: Math.min(surely, Number(limit ?? DEFAULT_SIZE)),
  };
}

const matches = (kind: Kind, chosen: readonly Chosen[]): boolean =>
  chosen.every(({ filter, value }) => mayHave(kind, filter, value));

/** The matching records of closed days from a moment on: the minimum result of a start before it. */
const countFrom = (history: UsageSnapshot, from: number, chosen: readonly Chosen[]): number =>
  within(history, (instant) => instant > from).of((kind) => matches(kind, chosen)).count;

async function inCompany(
  ask: Requester,
  { found }: ClosedHistory,
  company: Company,
  broken: ParameterEffects['broken'],
): Promise<ParameterEffects> {
  const { query, asked } = company;
  const { names } = found;
  // If it is rejected, as old dates may be, it shows nothing.
  const of = (more: Query, what: string): Promise<Page> =>
    askPage(ask, names, { ...query, ...more }, `${what}, with ${asked}`, 'no-error');
  const page = await of({}, 'records');
  const size = query.limit === undefined ? undefined : Number(query.limit);
  const came = page.records.length;
  const full = came >= (size ?? DEFAULT_SIZE);
  const [shifted, next] = await Promise.all([
    names.offset && company.offset ? of({ offset: 1 }, 'records but the first') : undefined,
    names.offset && !full ? of({ offset: came }, `records after the first ${came}`) : undefined,
  ]);
  const { start, end } = query;
  const evidence: ParameterEffects = {
    ...company,
    range: { ...(start && { start }), ...(end && { end }) },
    size,
    page,
    shifted,
    next,
    broken,
  };
  // Only for an apparent violation it matters whether records were added meanwhile, or have a random order.
  if (parametersHaveEffect(evidence).length > 0) {
    const again = await askedAgain(page, of, names.offset !== undefined);
    const others = again.filter(({ page: one }) => !showSame(page, one));
    // With a random order, offsets show nothing.
    const unordered = { ...evidence, broken: new Set([...broken, 'offsets' as const]) };
    const isTurned =
      others.some(({ page: one }) => showSameInAnyOrder(page, one)) ||
      // If responses are cached, the same one is returned again, and only the page after the offset shows it.
      (shifted !== undefined && showsOneLessInOtherOrder(shifted, page));
    if (isTurned && parametersHaveEffect(unordered).length === 0) return unordered;
    const isOpen = start === undefined || end === undefined;
    const changed = isOpen
      ? (others[0]?.page ??
        rememberedList(found, evidence) ??
        (names.limit && (await otherBeginning(page, (limit) => of({ limit }, 'the first records')))))
      : others.find(({ plain }) => plain)?.page;
    if (changed)
      throw skipped(`the records with ${asked} changed during the comparison`, [
        page.exchange,
        changed.exchange,
      ]);
  }
  return evidence;
}

/** The first list without parameters, if its cached response was used for the offset. */
function rememberedList({ base }: Discovered, { page, shifted }: ParameterEffects): Page | undefined {
  const records = recordsOf(base);
  const isPlain = page.exchange.request.url === base.request.url;
  if (!records || !shifted) return undefined;
  const first = { exchange: base, records };
  const isRemembered = showSame(shifted, { ...first, records: records.slice(1) });
  return isPlain && isRemembered && !showSame(page, first) ? first : undefined;
}
