import type { Found, Names } from '../../vocabulary/discovered.ts';
import type { UsageNames } from '../../vocabulary/settings.ts';
import type { Parameter } from '../endpoints.ts';
import { DISTINCTIVE_VALUES, shows } from './effect.ts';
import { type Prober, recentDay, type SearchBasis } from './probe.ts';
import { search, takesNumbersOnly } from './search.ts';

/** Searches the names of parameters one after the other, as long as trials are left, and adds them to `found`. */
export async function look(
  prober: Prober,
  basis: SearchBasis,
  given: UsageNames,
  found: Found,
  parameters: readonly Parameter[],
): Promise<void> {
  let dates: Promise<void> | undefined;
  for (const parameter of parameters) {
    const name = given[parameter];
    if (name !== undefined && prober.left > 0) {
      await lookAtGiven(prober, basis, parameter, name, found);
      continue;
    }
    if (prober.left <= 0) break;
    const hit =
      parameter === 'start' || parameter === 'end'
        ? await searchDate(prober, parameter, basis, found.names)
        : await search(prober, parameter, basis, found.names);
    if (hit === undefined) continue;
    found.names[parameter] = hit;
    if (parameter !== 'start') continue;
    dates = tryDate(prober.apart(2), basis, hit, found);
    dates.catch(() => {});
  }
  await dates;
}

/** Whether a configured name has its effect, and otherwise which one has. */
async function lookAtGiven(
  prober: Prober,
  basis: SearchBasis,
  parameter: Parameter,
  name: string,
  found: Found,
): Promise<void> {
  // On a second attempt, the name may have its effect.
  found.drifted = found.drifted.filter((drift) => drift.parameter !== parameter);
  const answer = await prober.try([[name, DISTINCTIVE_VALUES[parameter]]], `the given name ${name}`);
  // If unknown names are rejected, the name may be the cause of a rejection: a plainer value shows it.
  const isDoubted = answer.refused && basis.refusesUnknown;
  const plain = isDoubted && (await prober.try([[name, plainValue(parameter, basis)]], `${name}, plainly`));
  if (shows(parameter, basis.base, answer) && (!plain || plain.good)) {
    found.names[parameter] = name;
    return learnDates(prober, basis, parameter, name, answer.refused, found);
  }
  const now = await search(prober, parameter, basis, found.names);
  // The configured name is used if no other one is found and the value may be the cause.
  if (now !== undefined || !isDoubted)
    found.drifted.push({ parameter, given: name, now, exchange: answer.exchange });
  const held = now ?? (isDoubted ? name : undefined);
  if (held !== undefined) found.names[parameter] = held;
}

/** A harmless value. */
function plainValue(parameter: Parameter, { base }: SearchBasis): string {
  if (parameter === 'start' || parameter === 'end') return recentDay(base);
  return parameter === 'limit' ? '10' : DISTINCTIVE_VALUES[parameter];
}

/** The name of a date. A name that rejects every date and accepts a number means something else. */
async function searchDate(
  prober: Prober,
  parameter: 'start' | 'end',
  basis: SearchBasis,
  names: Names,
): Promise<string | undefined> {
  for (;;) {
    const hit = await search(prober, parameter, basis, names);
    if (hit === undefined || !(await takesNumbersOnly(prober, basis, hit, parameter))) return hit;
    basis.numbers ??= new Set();
    basis.numbers.add(hit);
  }
}

/** Tries other date formats while the name of the end is searched. */
async function tryDate(prober: Prober, basis: SearchBasis, name: string, found: Found): Promise<void> {
  const answer = await prober.try([[name, recentDay(basis.base)]], `a date for ${name}`);
  await learnDates(prober, basis, 'start', name, answer.refused, found);
}

/** If a bare date is rejected and a date-time is not, dates are written as date-times. */
async function learnDates(
  prober: Prober,
  { base }: SearchBasis,
  parameter: string,
  name: string,
  refused: boolean,
  found: Found,
): Promise<void> {
  if (parameter !== 'start' || !refused) return;
  const answer = await prober.try([[name, `${recentDay(base)}T00:00:00Z`]], `a date-time for ${name}`);
  if (answer.good) found.names.dates = 'date-time';
}
