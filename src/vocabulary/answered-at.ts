import { type Exchange, header } from './exchange.ts';

/** The earliest (2001) and latest (the year 5138) plausible time of a response: milliseconds. */
const EARLIEST_ANSWER = 1e12;
const LATEST_ANSWER = 1e14;

/**
 * The time in the response's Date header, in milliseconds; undefined without one. An implausible header counts as
 * missing: a year 0000 is read as 2000.
 */
export function answeredAt(exchange: Exchange): number | undefined {
  const told = Date.parse(header(exchange, 'date') ?? '');
  return told >= EARLIEST_ANSWER && told < LATEST_ANSWER ? told : undefined;
}
