import type { UsageNames } from '../../vocabulary/settings.ts';
import { EVER, writtenDay } from '../days.ts';
import type { Parameter } from '../endpoints.ts';
import type { RawRecord } from '../walk/page.ts';
import { candidates, OFFSET_OR_DATE } from './candidates.ts';
import { alike, DISTINCTIVE_VALUES, SENSELESS, shows } from './effect.ts';
import { type Answer, NONSENSE, type Prober, recentDay, type SearchBasis } from './probe.ts';

/** The name with the effect of `parameter`, or with rejected invalid values; undefined if there is none. */
export async function search(
  prober: Prober,
  parameter: Parameter,
  basis: SearchBasis,
  found: UsageNames,
): Promise<string | undefined> {
  if (parameter !== 'offset') return searchNames(prober, parameter, basis, found);
  const search = async () =>
    (await searchNames(prober, parameter, basis, found)) ?? searchByEffect(prober, basis, found);
  for (let times = 0; times < TIMES; times++) {
    const name = await search();
    const isSure = basis.base.records.length >= SURE && (!name || name === candidates(parameter, found)[0]);
    if (isSure || basis.refusesUnknown || basis.unsteady) return name;
    const again = await prober.again([], 'records without parameters, once more');
    const stands = again.records.length === basis.base.records.length && !isMoved(basis.base, again);
    if (!again.good || stands) return name;
    // Records were added or moved meanwhile, as this run's own are: the observation may not be an effect.
    prober.forget();
    basis.base = again;
  }
  return undefined;
}

/** Maximum attempts to find an offset among moving records. */
const TIMES = 3;

/** Among fewer records each new one looks like an offset. */
const SURE = 5;

/** Whether any record has another position in another response, so that a moved one shows no offset. */
export const isMoved = ({ records }: Answer, other: Answer): boolean =>
  records.some((record, i) => !alike(record, other.records[i]));

async function searchNames(
  prober: Prober,
  parameter: Parameter,
  basis: SearchBasis,
  found: UsageNames,
): Promise<string | undefined> {
  const names = candidates(parameter, found).filter((name) => !basis.numbers?.has(name));
  if (basis.refusesUnknown) return searchOneByOne(prober, parameter, names, basis);
  if (parameter === 'start' && basis.base.nothing) {
    // A default range without usage: an early start returns some.
    const early = await searchTogether(prober, names, parameter, EVER, (a) => a.good && !a.nothing);
    // Delayed usage would look the same: the effect is the name's only if nothing is returned without it.
    const again = await withoutEffect(prober, early !== undefined);
    if (early !== undefined && again.nothing) return early;
    if (again.good) {
      // Responses from before there was any usage are not comparable.
      if (!again.nothing) prober.forget();
      basis.base = again;
    }
  }
  if (parameter === 'offset' && basis.unsteady) return searchBySense(prober, names, parameter);
  return (
    (await searchTogether(prober, names, parameter, DISTINCTIVE_VALUES[parameter], (a) =>
      shows(parameter, basis.base, a),
    )) ?? (await searchBySense(prober, names, parameter))
  );
}

/** The response without any effect, requested again: also with an unknown name, since responses may be cached. */
async function withoutEffect(prober: Prober, isDoubted: boolean): Promise<Answer> {
  const again = await prober.again([], 'records without parameters, once more');
  if (!isDoubted || !again.nothing) return again;
  const other = await prober.again([[NONSENSE, EVER]], 'records by a name that nobody has');
  return other.good ? other : again;
}

/**
 * An offset with a name that may be that of a date: a rejected number proves nothing, but one record less does. It
 * is also a name that accepts a number and no date, whatever the response: a name that rejects anything is known.
 * If unknown names are ignored, "after" may be a cursor, which accepts numbers too.
 */
async function searchByEffect(
  prober: Prober,
  basis: SearchBasis,
  found: UsageNames,
): Promise<string | undefined> {
  const { base, unsteady, refusesUnknown } = basis;
  if (unsteady || base.records.length < 2) return undefined;
  const taken = Object.values(found);
  for (const name of OFFSET_OR_DATE.filter((one) => !taken.includes(one))) {
    if (prober.left <= 0) return undefined;
    const answer = await prober.try([[name, DISTINCTIVE_VALUES.offset]], `${name} for offset`);
    if (!answer.good) continue;
    if (shows('offset', base, answer)) return name;
    const isDoubted = !refusesUnknown && (name === 'after' || (await takesMoments(prober, basis, name)));
    if (!isDoubted && (await takesNumbersOnly(prober, basis, name, 'start'))) return name;
  }
  return undefined;
}

/** Whether a number could be a time in seconds: the first ones skip nothing, and a future one returns nothing. */
async function takesMoments(prober: Prober, { base }: SearchBasis, name: string): Promise<boolean> {
  const early = await prober.try([[name, '3']], `a moment of 1970 for ${name}`);
  if (!early.good || !alike(early.records[0], base.records[0])) return false;
  return (await prober.try([[name, '7258118400']], `a moment to come for ${name}`)).nothing;
}

/** Whether a name that was found by its rejections accepts numbers, and dates in no form: it is then not a date. */
export async function takesNumbersOnly(
  prober: Prober,
  { base }: SearchBasis,
  name: string,
  parameter: 'start' | 'end',
): Promise<boolean> {
  // The date that found it was accepted: it accepts dates.
  if ((await prober.known([[name, DISTINCTIVE_VALUES[parameter]]]))?.good) return false;
  const day = recentDay(base);
  for (const text of [day, `${day}T00:00:00Z`]) {
    const answer = await prober.try([[name, text]], `a date for ${name}`);
    if (!answer.refused) return false;
  }
  return (await prober.try([[name, '1']], `a number for ${name}`)).good;
}

/** If unknown names are rejected, the accepted name is the right one. */
async function searchOneByOne(
  prober: Prober,
  parameter: Parameter,
  names: readonly string[],
  basis: SearchBasis,
): Promise<string | undefined> {
  const { records } = basis.base;
  const day = writtenDay(String(records[0]?.date)) ?? recentDay(basis.base);
  const value: Record<Parameter, string> = {
    ...DISTINCTIVE_VALUES,
    start: day,
    end: day,
    model: plainest(records, 'model') ?? 'gpt',
    provider: plainest(records, 'model_provider') ?? 'openai',
    source: plainest(records, 'source') ?? 'api',
  };
  const attempts = names.slice(0, 20).map((name) => [name, value[parameter]] as const);
  if (parameter === 'start' || parameter === 'end') {
    // A service may accept only date-times.
    attempts.push(...names.slice(0, 4).map((name) => [name, `${day}T00:00:00Z`] as const));
  }
  for (const [name, text] of attempts) {
    if (prober.left <= 0) return undefined;
    const answer = await prober.try([[name, text]], `whether ${name} is a parameter`);
    if (!answer.refused && answer.exchange.response) return name;
  }
  return undefined;
}

/** An existing value, preferably without special characters. */
function plainest(records: readonly RawRecord[], member: string): string | undefined {
  const values = records.map((record) => record[member]).filter((value) => typeof value === 'string');
  return values.find((value) => /^[\w.-]+$/.test(value)) ?? values[0];
}

/**
 * If unknown names are ignored, many can be tried in one request: the likeliest alone, then all others together,
 * and halves of those while the effect is visible.
 */
async function searchTogether(
  prober: Prober,
  names: readonly string[],
  parameter: Parameter,
  value: string,
  isThere: (answer: Answer) => boolean,
): Promise<string | undefined> {
  const attempt = async (group: readonly string[]) => {
    const label = `${group.length > 1 ? `${group.length} names` : group[0]} for ${parameter}`;
    return isThere(
      await prober.try(
        group.map((name) => [name, value] as const),
        label,
      ),
    );
  };
  if (names.length === 0) return undefined;
  if (await attempt(names.slice(0, 1))) return names[0];
  if (names.length === 1) return undefined;
  let group = names.slice(1);
  if (prober.left <= 0 || !(await attempt(group))) return undefined;
  while (group.length > 1 && prober.left > 0) {
    // The likelier names come first: a small head is tried before an even split.
    const head = group.slice(0, group.length > 40 ? 4 : group.length > 20 ? 8 : Math.ceil(group.length / 2));
    group = (await attempt(head)) ? head : group.slice(head.length);
  }
  return group.length === 1 ? group[0] : undefined;
}

/** A name without effect is still the name if an invalid value is rejected. */
async function searchBySense(
  prober: Prober,
  names: readonly string[],
  parameter: Parameter,
): Promise<string | undefined> {
  const value = SENSELESS[parameter];
  if (value === undefined || prober.left <= 0) return undefined;
  return searchTogether(prober, names, parameter, value, (answer) => answer.refused);
}
