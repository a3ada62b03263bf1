import { answerKey } from '../../vocabulary/answer-key.ts';
import type { Requester } from '../../vocabulary/check.ts';
import type { Discovered, Names } from '../../vocabulary/discovered.ts';
import type { UsageNames } from '../../vocabulary/settings.ts';
import { FILTERS } from '../aggregate.ts';
import { dayOf, daysAfter, EVER } from '../days.ts';
import { dateText, PARAMETERS, type Parameter, STATS, SUMMARY } from '../endpoints.ts';
import { STATS_ARRAY } from '../walk/page.ts';
import { candidates } from './candidates.ts';
import { demandedDates } from './demanded.ts';
import { DISTINCTIVE_VALUES, idsAreStable } from './effect.ts';
import { look } from './look.ts';
import { LOOKING_BACK, NONSENSE, Prober, type SearchBasis } from './probe.ts';
import { isMoved } from './search.ts';

/** Sizes and offsets cost least, and show the style of names. */
const ORDER: readonly Parameter[] = ['limit', 'offset', 'start', 'end', 'model', 'provider', 'source'];
/** The parameters that are searched first. */
const FIRST: readonly Parameter[] = ['limit', 'offset'];

const namesKey = (value: string | undefined) => answerKey<void>(`usage/names/${value}`);

/** Maximum number of trials: the contract does not show names, but the search should not cost a service much. */
const TRIALS = 48;

/**
 * Parameters that are then searched concurrently, each with a share of the remaining trials: the start shows the
 * date format.
 */
const BESIDE: readonly (readonly [share: number, parameters: readonly Parameter[]])[] = [
  [0.4, ['start', 'end']],
  [0.2, ['model']],
  [0.2, ['provider']],
  [0.2, ['source']],
];

export async function discover(ask: Requester, given: UsageNames): Promise<Discovered> {
  const stats = new Prober(ask, STATS, TRIALS);
  const [plain, unknown] = await Promise.all([
    stats.try([], 'records without parameters'),
    stats.try([[NONSENSE, '1']], 'a parameter that nobody knows'),
    askLikeliest(stats, given),
  ]);
  const demanded = plain.good ? undefined : await demandedDates(stats, plain, given);
  const base = demanded?.base ?? plain;
  const control = demanded ? await stats.try([[NONSENSE, '1']], 'a parameter that nobody knows') : unknown;
  const basis: SearchBasis = {
    base,
    refusesUnknown: base.good && control.refused,
    unsteady: base.good && control.good && base.records.length > 1 && isMoved(base, control),
  };
  const found: Discovered = {
    names: {
      ...(given.columns && { columns: given.columns }),
      ...(demanded && { ...demanded.names, demanded: demanded.range }),
    },
    unknownNames: basis.refusesUnknown ? 'refused' : 'ignored',
    stableIds: idsAreStable(base.records, control.good ? control.records : base.records),
    base: base.exchange,
    drifted: [],
  };
  if (base.good) {
    await look(stats, basis, given, found, FIRST);
    await lookBesideSize(ask, basis, given, found);
    const lookFor = (share: number, parameters: readonly Parameter[]) =>
      ask.shared(namesKey(parameters[0]), (own) => {
        const prober = new Prober(own, STATS, Math.floor(stats.left * share));
        prober.fixed = stats.fixed;
        const unnamed = parameters.filter((parameter) => found.names[parameter] === undefined);
        return look(prober, basis, given, found, unnamed);
      });
    await Promise.all(BESIDE.map(([share, parameters]) => lookFor(share, parameters)));
    const number = given.offset === undefined ? numbered(basis, found.names) : undefined;
    if (number !== undefined) found.names.offset ??= number;
  } else found.names.unfound = STATS_ARRAY;
  // Filters may have an effect only with dates.
  const isFilterUnfound = FILTERS.some((parameter) => found.names[parameter] === undefined);
  const tellsLittle = base.good && (base.records.length < TELLS_LITTLE || isFilterUnfound);
  if (tellsLittle) await lookWide(stats, basis, given, found);
  const missing = (['start', 'end'] as const).filter((p) => found.names[p] === undefined);
  if (missing.length > 0) {
    await lookInSummary(ask, given, found, missing);
    if (tellsLittle && missing.includes('start')) await lookWide(stats, basis, given, found);
  }
  for (const parameter of PARAMETERS) {
    // Configured names are kept unless a better one is found, and are judged.
    if (given[parameter] !== undefined) found.names[parameter] ??= given[parameter];
  }
  return { ...found, names: inOrder(found.names) };
}

/** Spec 4.3 refers to 4.2: a name that has its effect on one endpoint is the name. */
async function lookInSummary(
  ask: Requester,
  given: UsageNames,
  found: Discovered,
  missing: readonly Parameter[],
): Promise<void> {
  const summary = new Prober(ask, SUMMARY, 12);
  const [sums, odd] = await Promise.all([
    summary.try([], 'the summary without parameters'),
    summary.try([[NONSENSE, '1']], 'a parameter that nobody knows, for the summary'),
  ]);
  if (sums.good) await look(summary, { base: sums, refusesUnknown: odd.refused }, given, found, missing);
}

/**
 * The only name that accepts numbers, and dates in no form: an offset, if another one is the start. Records in a
 * random order do not show it.
 */
function numbered({ numbers }: SearchBasis, { start }: Names): string | undefined {
  const [name, ...others] = numbers ?? [];
  return start !== undefined && others.length === 0 ? name : undefined;
}

/** So few records show little about pages and ranges. */
const TELLS_LITTLE = 2;

/** Trials for an offset with a size. */
const BESIDE_SIZE = 8;

/** A service may skip records only with a size: an offset that was not found alone is searched so. */
async function lookBesideSize(
  ask: Requester,
  basis: SearchBasis,
  given: UsageNames,
  found: Discovered,
): Promise<void> {
  const { limit, offset, demanded } = found.names;
  if (limit === undefined || offset !== undefined || given.offset !== undefined || demanded) return;
  const prober = new Prober(ask, STATS, BESIDE_SIZE);
  prober.fixed = [[limit, '10']];
  const base = await prober.try([], 'ten records');
  if (base.good) await look(prober, { ...basis, base }, given, found, ['offset']);
}

/**
 * A default range may contain no usage, or only that of this run: missing names are searched in all of the past, or
 * as much as is accepted, and the rest again up to today: some services apply a filter only with both dates.
 */
async function lookWide(
  prober: Prober,
  basis: SearchBasis,
  given: UsageNames,
  found: Discovered,
): Promise<void> {
  const { names } = found;
  const today = dayOf(basis.base.exchange.startedAt);
  for (const day of [EVER, ...LOOKING_BACK.map((days) => daysAfter(today, -days))]) {
    if (names.start === undefined || isAllFound(names) || prober.left <= 0) return;
    const from: Pair = [names.start, dateText(names, day)];
    const refused = await lookIn(prober, basis, given, found, [from], `records from ${day} on`);
    // If a start is rejected, a later one may still be accepted.
    if (refused) continue;
    if (names.end === undefined || isAllFound(names) || prober.left <= 0) return;
    const until: Pair = [names.end, dateText(names, today)];
    await lookIn(prober, basis, given, found, [from, until], `records from ${day} until today`);
    return;
  }
}

type Pair = readonly [name: string, value: string];

const unfound = (names: Names) => ORDER.filter((parameter) => names[parameter] === undefined);
const isAllFound = (names: Names) => unfound(names).length === 0;

/** Searches missing names in the records with `fixed`, if any; returns whether these were rejected. */
async function lookIn(
  prober: Prober,
  basis: SearchBasis,
  given: UsageNames,
  found: Discovered,
  fixed: readonly Pair[],
  label: string,
): Promise<boolean> {
  prober.fixed = fixed;
  const base = await prober.try([], label);
  if (base.good && !base.nothing) await look(prober, { ...basis, base }, given, found, unfound(found.names));
  return base.refused;
}

/** Sends the first requests of the search at once. */
async function askLikeliest(prober: Prober, given: UsageNames): Promise<void> {
  const looked = FIRST.filter((parameter) => given[parameter] === undefined);
  await Promise.all(
    looked.map((parameter) => {
      const [name] = candidates(parameter, {});
      return prober.try([[name!, DISTINCTIVE_VALUES[parameter]]], `${name} for ${parameter}`);
    }),
  );
}

/** The names in an order that does not depend on timing. */
function inOrder(names: Names): Names {
  const place = (name: string) => (ORDER as readonly string[]).indexOf(name);
  return Object.fromEntries(Object.entries(names).sort(([a], [b]) => place(a) - place(b)));
}
