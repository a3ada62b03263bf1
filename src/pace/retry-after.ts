import { type Exchange, header } from '../vocabulary/exchange.ts';

/**
 * The wait that the service demands (Retry-After in seconds or as a date), in milliseconds; undefined if there is
 * none.
 */
export function retryAfterMs(exchange: Exchange, now: number): number | undefined {
  const value = header(exchange, 'retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
