import type { Finding, Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { UsageEndpoint } from '../endpoints.ts';
import { breach, expectNoRedirect } from './finding.ts';

/** A request with an unreadable parameter. */
export interface BadParameter {
  exchange: Exchange;
  endpoint: UsageEndpoint;
  parameter: string;
  value: string;
}

/** 4.5: a value, valid or not, causes no server error. Everything else is open. */
export const noServerErrorForParameter: Judge<BadParameter> = (asked) =>
  (asked.exchange.response?.status ?? 0) >= 500 ? refusesParameter(asked) : [];

/** A bound as a time, and the same bound as a day: far from all records, or two around one of them. */
export interface MomentBound extends BadParameter {
  day: Exchange;
  /** Which of them were answered, and contained any usage. */
  brought: { moment: boolean; day: boolean };
}

/**
 * 4.2, 4.5: a bound is accepted or rejected in any format, since the records' own dates have times. If days return
 * nothing and times everything, times were ignored; in the opposite case, they were compared as strings.
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

/** 4.5: never a server error (a `must`); rejected with any 4xx rather than ignored (a `should`). */
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
 * 4.5: a client expects 400 or 422 for invalid parameters; one finding for all rejections. The contract does not
 * show the number.
 */
export const refusesAsUsual: Judge<readonly Exchange[]> = (refusals) => {
  const odd = refusals.filter(({ response }) => ![400, 422].includes(response?.status ?? 0));
  const [first, ...others] = odd;
  if (!first) return [];
  const statuses = [...new Set(odd.map(({ response }) => response?.status))].join(', ');
  const actual = `status ${statuses} for ${odd.length} of ${refusals.length} such requests`;
  return [breach([first, ...others], 'status', 'status 400 or 422 for an invalid parameter', actual, 'warn')];
};
