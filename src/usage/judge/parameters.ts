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
export const standsParameter: Judge<BadParameter> = (asked) =>
  (asked.exchange.response?.status ?? 0) >= 500 ? refusesParameter(asked) : [];

/** A bound far from all records that is written as a moment, and the same bound as a day. */
export interface MomentBound extends BadParameter {
  day: Exchange;
  /** Which of them were answered, and brought any usage. */
  brought: { moment: boolean; day: boolean };
}

/**
 * 4.2, 4.5: what a bound is written as is taken or refused, as the records' own dates are moments: where the day leaves
 * nothing to show and the moment all, it was ignored.
 */
export const heedsMoment: Judge<MomentBound> = ({ exchange, parameter, value, day, brought }) => {
  if (![200, 204].includes(day.response?.status ?? 0) || brought.day || !brought.moment) return [];
  const expected = 'a moment is taken for a bound, or refused, as a day is taken';
  const actual = `usage for ${parameter}=${value}, and none for the day`;
  return [breach([exchange, day], 'body', expected, actual, 'warn')];
};

/** 4.5: never a server error (that is a `must`); refused with 400 or 422 rather than ignored (a `should`). */
export const refusesParameter: Judge<BadParameter> = ({
  exchange,
  endpoint,
  parameter,
  value,
}): Finding[] => {
  const status = exchange.response?.status ?? 0;
  if (status === 400 || status === 422) return [];
  const expected = 'status 400 or 422 for a parameter that is invalid';
  const actual = `status ${status} for ${parameter}=${value}`;
  expectNoRedirect(exchange, endpoint);
  if (status >= 500) {
    return [breach(exchange, 'status', 'no server error for a parameter, be it valid or not', actual)];
  }
  return [breach(exchange, 'status', expected, actual, 'warn')];
};
