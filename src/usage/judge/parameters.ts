import type { Finding, Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { breach, expectNoRedirect } from './finding.ts';

/** A request with a parameter that can't be read. */
export interface BadParameter {
  exchange: Exchange;
  endpoint: UsageEndpoint;
  parameter: string;
  value: string;
}

/** 4.5: whether a value is valid or not, it makes no server error. All else is left open. */
export const noServerErrorForParameter: Judge<BadParameter> = (asked) =>
  (asked.exchange.response?.status ?? 0) >= 500 ? refusesParameter(asked) : [];

/** A bound that is written as a moment, and the same bound as a day: far from all records, or two around one of them. */
export interface MomentBound extends BadParameter {
  day: Exchange;
  /** Which of them were answered, and brought any usage. */
  brought: { moment: boolean; day: boolean };
}

/**
 * 4.2, 4.5: what a bound is written as is taken or refused, as the records' own dates are moments: where days leave
 * nothing to show and moments all, they were ignored; where it is the other way round, they were compared by their letters.
 */
export const respectsMoment: Judge<MomentBound> = ({ exchange, parameter, value, day, brought }) => {
  const isAnswer = ({ response }: Exchange) => [200, 204].includes(response?.status ?? 0);
  if (!isAnswer(day) || !isAnswer(exchange) || brought.day === brought.moment) return [];
  const expected = 'a date-time is honored or rejected, as a date is';
  const actual = brought.moment
    ? `usage for ${parameter}=${value}, and none for the date`
    : `no usage for ${parameter}=${value}, and some for the dates`;
  return [breach([exchange, day], 'body', expected, actual, 'warn')];
};

/** 4.5: never a server error (that is a `must`); refused with any 4xx rather than ignored (a `should`). */
export const refusesParameter: Judge<BadParameter> = ({
  exchange,
  endpoint,
  parameter,
  value,
}): Finding[] => {
  const status = exchange.response?.status ?? 0;
  if (status >= 400 && status < 500) return [];
  const expected = 'a 4xx rejection (Invalid Parameters)';
  const actual = `status ${status} for ${parameter}=${value}`;
  expectNoRedirect(exchange, endpoint);
  if (status >= 500) {
    return [breach(exchange, 'status', 'no server error, valid parameter or not', actual)];
  }
  return [breach(exchange, 'status', expected, actual, 'warn')];
};

/**
 * 4.5: what a usual client takes for Invalid Parameters is 400 or 422; of all refusals one finding. The contract does not show
 * the number.
 */
export const refusesAsUsual: Judge<readonly Exchange[]> = (refusals) => {
  const odd = refusals.filter(({ response }) => ![400, 422].includes(response?.status ?? 0));
  const [first, ...others] = odd;
  if (!first) return [];
  const statuses = [...new Set(odd.map(({ response }) => response?.status))].join(', ');
  const actual = `status ${statuses} for ${odd.length} of ${refusals.length} such requests`;
  return [breach([first, ...others], 'status', 'status 400 or 422 for an invalid parameter', actual, 'warn')];
};
