import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { attempt, decided, Inconclusive, NotApplicable, skipped } from '../../vocabulary/undecidable.ts';
import type { Kind } from '../aggregate.ts';
import { DAY, type Day, startOf } from '../days.ts';
import type { Discovered } from '../discovery/discover.ts';
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
import type { HistoryTotals } from '../walk/history-totals.ts';
import { askPage, type Page, recordsOf } from '../walk/page.ts';
import { askedAgain } from './asked-again.ts';
import { type Chosen, commonValues } from './filter-pages.ts';

type Dates = 'none' | 'start' | 'end' | 'both';

type Given = readonly [dates: Dates, filters: 'none' | 'one' | 'all', sized: boolean, offset: boolean];

/** What is given and what is not: every two of dates, filters, a page size and an offset meet in each way. */
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

/** Records of a page whose size is asked for. */
const SIZE = 5;

/** Of a page that nobody asked for before: what is remembered of the others is not remembered of it. */
const OTHER_SIZE = 13;

/** A page of another size, where it begins with other records; undefined where it begins alike. */
async function otherBeginning(page: Page, ask: () => Promise<Page>): Promise<Page | undefined> {
  const other = await ask();
  const most = Math.min(page.records.length, other.records.length);
  const head = (one: Page): Page => ({ ...one, records: one.records.slice(0, most) });
  return showSame(head(page), head(other)) ? undefined : other;
}

/** One company of parameters, and what is known of what it must bring. */
interface Company {
  query: Query;
  /** It is also asked for what is behind an offset. */
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
 * What each company of parameters brings, as far as their names are known. For checks that adapt to `PAGING` and the range of
 * the stats: of what is broken there nothing is said.
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
    // Where both dates are asked for, nothing comes without them.
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

/** What most records have in all of these members at once. */
function commonKind({ whole }: HistoryTotals, values: readonly Chosen[]): Chosen[] {
  const filters = values.map(({ filter }) => filter);
  const kinds = [...whole.kinds.values()].filter(({ kind }) => filters.every((filter) => kind[filter]));
  const most = kinds.sort((a, b) => b.group.count - a.group.count)[0];
  return most
    ? filters.map((filter) => ({ filter, value: most.kind[filter]!, count: most.group.count }))
    : [];
}

/** A part of closed days; undefined where they are too few to be parted. */
function partOf(whole: ClosedHistory): { start: Day; end: Day } | undefined {
  const part = middlePart(whole);
  return part instanceof NotApplicable ? undefined : decided(part);
}

function companyOf(
  query: Query,
  offset: boolean,
  chosen: readonly Chosen[],
  history: HistoryTotals,
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
  chosen.every(({ filter, value }) => kind[filter] === value);

/** The records of closed days from a moment on that match: those that a start before it must bring. */
function countFrom({ byInstant }: HistoryTotals, from: number, chosen: readonly Chosen[]): number {
  const late = [...byInstant].filter(([instant]) => instant > from);
  return late.reduce((sum, [, aggregate]) => sum + aggregate.of((kind) => matches(kind, chosen)).count, 0);
}

async function inCompany(
  ask: Requester,
  { found }: ClosedHistory,
  company: Company,
  broken: ParameterEffects['broken'],
): Promise<ParameterEffects> {
  const { query, asked } = company;
  const { names } = found;
  // Where it is refused, as a service may that does not look back so far, nothing can be seen in it.
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
  // Only where something seems wrong it matters whether records came meanwhile, or come in another order each time.
  if (parametersHaveEffect(evidence).length > 0) {
    const again = await askedAgain(page, of, names.offset !== undefined);
    const others = again.filter(({ page: one }) => !showSame(page, one));
    // Where the order alone is another one each time, nothing can be seen of offsets.
    const unordered = { ...evidence, broken: new Set([...broken, 'offsets' as const]) };
    const isTurned =
      others.some(({ page: one }) => showSameInAnyOrder(page, one)) ||
      // Where answers are remembered, the same comes again, and only the page behind the offset shows it.
      (shifted !== undefined && showsOneLessInOtherOrder(shifted, page));
    if (isTurned && parametersHaveEffect(unordered).length === 0) return unordered;
    const isOpen = start === undefined || end === undefined;
    const changed = isOpen
      ? (others[0]?.page ??
        rememberedList(found, evidence) ??
        (names.limit && (await otherBeginning(page, () => of({ limit: OTHER_SIZE }, 'the first records')))))
      : others.find(({ plain }) => plain)?.page;
    if (changed)
      throw skipped(`the records with ${asked} changed during the comparison`, [
        page.exchange,
        changed.exchange,
      ]);
  }
  return evidence;
}

/** The list without parameters as it came first, where an answer of that time was remembered for the offset. */
function rememberedList({ base }: Discovered, { page, shifted }: ParameterEffects): Page | undefined {
  const records = recordsOf(base);
  const isPlain = page.exchange.request.url === base.request.url;
  if (!records || !shifted) return undefined;
  const first = { exchange: base, records };
  const isRemembered = showSame(shifted, { ...first, records: records.slice(1) });
  return isPlain && isRemembered && !showSame(page, first) ? first : undefined;
}
