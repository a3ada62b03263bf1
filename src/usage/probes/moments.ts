import { type CheckContext, NotApplicable, type Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { bringsUsage } from '../brings-usage.ts';
import { closedRange } from '../closed-range.ts';
import { dayOf, daysAfter } from '../days.ts';
import { type Names, nameOf, PATHS, type UsageEndpoint, usageRequest, withQuery } from '../endpoints.ts';
import type { MomentBound } from '../judge/parameters.ts';
import { readRecord } from '../walk/record.ts';

/** Which of two answers brought usage: the one to a moment, and the one to a day. */
export async function broughtBy(
  endpoint: UsageEndpoint,
  names: Names,
  moment: Exchange,
  day: Exchange,
): Promise<MomentBound['brought']> {
  return { moment: await bringsUsage(endpoint, moment, names), day: await bringsUsage(endpoint, day, names) };
}

/** What an endpoint brings between the midnights some days around a closed record, and between the days of them. */
export async function aroundOne(
  context: CheckContext,
  ask: Requester,
  endpoint: UsageEndpoint,
): Promise<MomentBound> {
  const { found, first } = await closedRange(context, ask);
  const { names } = found;
  const [instant] = first.records.flatMap((record) => readRecord(record)?.instant ?? []);
  if (instant === undefined) throw new NotApplicable('no closed record has a date that can be read');
  // A day may begin at another midnight, and an end may not belong to its range.
  const [from, to] = [daysAfter(dayOf(instant), -2), daysAfter(dayOf(instant), 2)];
  const between = (time: string) =>
    ask.send(
      usageRequest(
        withQuery(PATHS[endpoint], [
          [nameOf(names, 'start'), `${from}${time}`],
          [nameOf(names, 'end'), `${to}${time}`],
        ]),
        `${endpoint} around a record, between ${time === '' ? 'days' : 'moments'}`,
      ),
    );
  const [day, exchange] = [await between(''), await between('T00:00:00Z')];
  const brought = await broughtBy(endpoint, names, exchange, day);
  return { exchange, day, brought, endpoint, parameter: nameOf(names, 'start'), value: `${from}T00:00:00Z` };
}
