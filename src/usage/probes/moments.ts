import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { dayOf, daysAfter } from '../days.ts';
import { PATHS, type UsageEndpoint, usageRequest, withQuery } from '../endpoints.ts';
import { closedRange } from '../history/closed-range.ts';
import type { MomentBound } from '../judge/parameters.ts';
import { readRecord } from '../walk/record.ts';
import { bringsUsage } from './brings-usage.ts';

/**
 * The usage of an endpoint between times around a closed record, and between the days of them. None if no such
 * record is known: unreadable dates are rejected without one as well.
 */
export async function momentsAround(
  context: CheckContext,
  endpoint: UsageEndpoint,
): Promise<((ask: Requester) => Promise<MomentBound>)[]> {
  const { names } = await context.usageNames();
  const { start, end } = names;
  const instant = await closedInstant(context);
  if (start === undefined || end === undefined || instant === undefined) return [];
  // A day may begin at another midnight, and an end may be excluded.
  const [from, to] = [daysAfter(dayOf(instant), -2), daysAfter(dayOf(instant), 2)];
  const between = (ask: Requester, time: string) => {
    const path = withQuery(PATHS[endpoint], [
      [start, `${from}${time}`],
      [end, `${to}${time}`],
    ]);
    const bounds = time === '' ? 'days' : 'moments';
    return ask.send(usageRequest(path, `${endpoint} around a record, between ${bounds}`));
  };
  return [
    async (ask) => {
      const exchange = await between(ask, MIDNIGHT);
      const moment = await bringsUsage(endpoint, exchange, names);
      // If the times return usage, as they should, the days are not requested.
      const day = moment ? exchange : await between(ask, '');
      const brought = { moment, day: moment || (await bringsUsage(endpoint, day, names)) };
      return { exchange, day, brought, endpoint, parameter: start, value: `${from}${MIDNIGHT}` };
    },
  ];
}

const MIDNIGHT = 'T00:00:00Z';

/** The time of the latest closed record, since old days may expire; undefined if there is none. */
async function closedInstant(context: CheckContext): Promise<number | undefined> {
  const closed = await orUndefined(closedRange(context, context));
  const instants = closed?.first.records.flatMap((record) => readRecord(record)?.instant ?? []) ?? [];
  return instants.length > 0 ? Math.max(...instants) : undefined;
}
