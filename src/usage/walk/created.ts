import { answeredAt, type Exchange } from '../../vocabulary/exchange.ts';
import { FARTHEST_MIDNIGHT, instantOf } from '../days.ts';

/** Tolerated difference of two clocks. */
const APART = 5 * 60_000;

/** Whether a record has a creation time after its response; without an offset any time zone is possible. */
export function createdAfter(createdAt: unknown, exchange: Exchange): boolean {
  if (typeof createdAt !== 'string') return false;
  const created = instantOf(createdAt);
  const shown = answeredAt(exchange);
  if (created === undefined || shown === undefined) return false;
  const placed = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/.test(createdAt.slice(10));
  return created - shown > (placed ? APART : FARTHEST_MIDNIGHT + APART);
}
