import { settled } from '../../requests/ask.ts';
import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Names } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { DayRange } from '../days.ts';
import { candidates } from '../discovery/candidates.ts';
import { DISTINCTIVE_VALUES } from '../discovery/effect.ts';
import { dateText, type Parameter, STATS, SUMMARY, usageRequest, withQuery } from '../endpoints.ts';
import { inEmptyRange, refusesRange } from '../history/ranges.ts';

/** More records than anyone has. */
const BEYOND = '1000000000';

/**
 * A parameter's name and a value. A missing name may be hidden by the very response under test, so the likeliest
 * one is used: if it is not a parameter, the response is that of a request without it.
 */
const pair = (names: Names, parameter: Parameter, value: string): [string, string] => [
  names[parameter] ?? candidates(parameter, names)[0]!,
  parameter === 'start' || parameter === 'end' ? dateText(names, value) : value,
];

/** The required dates, except for the tested one. */
const demandedBeside = (names: Names, parameter: Parameter): [string, string][] =>
  (['start', 'end'] as const).flatMap((date) =>
    names.demanded && date !== parameter ? [pair(names, date, names.demanded[date])] : [],
  );

/** The response of the stats if one parameter leaves no records. */
export async function statsOfNothing(
  context: CheckContext,
  ask: Requester,
  parameter: Parameter,
): Promise<Exchange> {
  const { names } = await context.usageNames();
  const value = parameter === 'offset' ? BEYOND : DISTINCTIVE_VALUES[parameter];
  const path = withQuery(STATS, [pair(names, parameter, value), ...demandedBeside(names, parameter)]);
  const label = `records for ${parameter} ${value}, which has none`;
  return ask.shared(answerKey<Exchange>(`usage/stats-of-nothing/${parameter}`), (own) =>
    settled(own, usageRequest(path, label), usageRequest(STATS, 'records, beside those')),
  );
}

/** The summary of a range before all records, or of a future one if old dates are rejected. */
export async function sumsOfNothing(context: CheckContext, ask: Requester): Promise<Exchange> {
  const { names, base } = await context.usageNames();
  const sums = ({ start, end }: DayRange, time: string) => {
    const path = withQuery(SUMMARY, [pair(names, 'start', start), pair(names, 'end', end)]);
    const beside = usageRequest(SUMMARY, 'the summary, beside that');
    return settled(ask, usageRequest(path, `the sums of ${time}`), beside);
  };
  return inEmptyRange({ base }, sums, refusesRange);
}
