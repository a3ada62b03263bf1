import type { Failure } from '../vocabulary/exchange.ts';
import { sizeOf } from './header-list.ts';
import type { Outcome } from './outcome.ts';

/** Maximum number of response headers; a real service sends a few dozen. */
export const MAX_HEADERS = 256;
/** Maximum number of interim responses (1xx) before the final one, and maximum bytes of them and of trailers. */
const MAX_INTERIM = 20;
const MAX_BYTES = 128 * 1024;

/** Adds an interim response, or the trailers, to an outcome. Returns the failure if they exceed a limit. */
export function addExtra(
  outcome: Outcome,
  headers: [string, string][],
  status?: number,
  statusText = '',
): Failure | undefined {
  const { extra } = outcome;
  const where = status === undefined ? 'trailers' : `${status} response`;
  extra.push({ where, statusText, headers: headers.slice(0, MAX_HEADERS) });
  if (status !== undefined && extra.length > MAX_INTERIM)
    return { kind: 'protocol', message: `more than ${MAX_INTERIM} interim responses` };
  if (headers.length > MAX_HEADERS) return { kind: 'too-large', message: `more than ${MAX_HEADERS} headers` };
  if (extra.reduce((sum, one) => sum + sizeOf(one.headers), 0) <= MAX_BYTES) return undefined;
  return {
    kind: 'too-large',
    message: `interim responses and trailers exceed the limit of ${MAX_BYTES} bytes`,
  };
}
