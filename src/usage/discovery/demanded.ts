import type { Names } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { UsageNames } from '../../vocabulary/settings.ts';
import { type DayRange, dayOf, daysAfter, EVER } from '../days.ts';
import { dateText } from '../endpoints.ts';
import { candidates } from './candidates.ts';
import { type Answer, LOOKING_BACK, NONSENSE, type Prober } from './probe.ts';

/** Requests that the stats answer only with dates, although all parameters are optional (4.2). */
export interface Demanded {
  /** The names of both dates, and their format. */
  names: Pick<Names, 'start' | 'end' | 'dates'>;
  /** The longest accepted range. */
  range: DayRange;
  /** Its response. */
  base: Answer;
}

/**
 * Number of pairs of names that are tried, including those in brackets, and how many of them with times instead of
 * days.
 */
const PAIRS = 20;
const PAIRS_WITH_MOMENTS = 4;

/** Statuses for a missing parameter: others have another cause. */
export function mayDemand({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 400 || status === 422 || status === 500;
}

/** A range for services that accept recent dates only: the last days, and the next one. */
export function lastDays(exchange: Exchange): DayRange {
  const today = dayOf(exchange.startedAt);
  return { start: daysAfter(today, -25), end: daysAfter(today, 1) };
}

/**
 * The missing dates of a rejected request, by the usual or the configured names; undefined if no pair makes a
 * difference. From then on the prober sends them with every trial.
 */
export async function demandedDates(
  prober: Prober,
  refused: Answer,
  given: UsageNames,
): Promise<Demanded | undefined> {
  if (!mayDemand(refused.exchange)) return undefined;
  const days = lastDays(refused.exchange);
  const found = await namesTaken(prober, days, given);
  if (!found || !(await isRefusedOtherwise(prober, days))) return undefined;
  const starts = [EVER, ...LOOKING_BACK.map((count) => daysAfter(days.end, -1 - count))];
  for (const start of starts) {
    const range = { start, end: days.end };
    const base = await prober.try(pairsOf(found, range), `records from ${start} to ${days.end}`);
    if (!base.good) continue;
    prober.fixed = pairsOf(found, range);
    return { names: found, range, base };
  }
  return undefined;
}

async function namesTaken(
  prober: Prober,
  days: DayRange,
  given: UsageNames,
): Promise<Demanded['names'] | undefined> {
  const starts = given.start === undefined ? candidates('start', given).slice(0, PAIRS) : [given.start];
  const pairs = starts.flatMap((start) => {
    const end = given.end ?? candidates('end', { ...given, start })[0];
    return end === undefined ? [] : [{ start, end }];
  });
  const moments = pairs
    .slice(0, PAIRS_WITH_MOMENTS)
    .map((pair) => ({ ...pair, dates: 'date-time' as const }));
  for (const names of [...pairs, ...moments]) {
    const words = `whether ${names.start} and ${names.end} are required`;
    if ((await prober.try(pairsOf(names, days), words)).good) return names;
  }
  return undefined;
}

/** Whether these names make the difference: without them, and with others, the rejection recurs. */
async function isRefusedOtherwise(prober: Prober, { start, end }: DayRange): Promise<boolean> {
  const again = await prober.again([], 'records without parameters, once more');
  const others = [`${NONSENSE}_start`, `${NONSENSE}_end`] as const;
  const odd = await prober.again(
    [
      [others[0], start],
      [others[1], end],
    ],
    'two parameters that nobody knows',
  );
  return mayDemand(again.exchange) && mayDemand(odd.exchange);
}

const pairsOf = (names: Demanded['names'], { start, end }: DayRange): [string, string][] => [
  [names.start!, dateText(names, start)],
  [names.end!, dateText(names, end)],
];
