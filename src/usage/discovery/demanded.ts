import type { Exchange } from '../../vocabulary/exchange.ts';
import type { UsageNames } from '../../vocabulary/settings.ts';
import { type Day, dayOf, daysAfter } from '../days.ts';
import { dateText, type Names } from '../endpoints.ts';
import { EVER, LOOKING_BACK, NONSENSE } from './basis.ts';
import { candidates } from './candidates.ts';
import type { Answer, Prober } from './probe.ts';

/** Days, both included. */
export interface DayRange {
  start: Day;
  end: Day;
}

/** What the stats answer only where dates are given, though all parameters are optional (4.2). */
export interface Demanded {
  /** The names of both dates, and how they are written. */
  names: Pick<Names, 'start' | 'end' | 'dates'>;
  /** The longest range that is answered. */
  range: DayRange;
  /** What comes for it. */
  base: Answer;
}

/** Pairs of names that are tried, those in brackets among them, and how many of them with moments in place of days. */
const PAIRS = 20;
const PAIRS_WITH_MOMENTS = 4;

/** Statuses by which a request without parameters may be refused for what it lacks: the others tell of something else. */
export function mayDemand({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 400 || status === 422 || status === 500;
}

/** A range that services know which look back only so far: the last days, and the next one, wherever it begins. */
export function lastDays(exchange: Exchange): DayRange {
  const today = dayOf(exchange.startedAt);
  return { start: daysAfter(today, -25), end: daysAfter(today, 1) };
}

/**
 * The dates that a refused request lacked, by the usual names or those that the user gave; undefined where no two of them
 * make a difference. From then on the prober sends them with every trial.
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

/** Whether it is these names that make the difference: without them, and with others, the refusal comes again. */
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
