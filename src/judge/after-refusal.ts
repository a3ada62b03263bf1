import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { finding } from './finding.ts';

/** A request that follows a rejected one on its connection, and the same on a separate connection. */
export interface AfterRefusal {
  refused: Exchange;
  after: Exchange;
  alone: Exchange;
  /** More of them, each on a connection of its own: the connection is not the cause if one has another status. */
  again?: Partial<Readonly<Record<'after' | 'alone', readonly Exchange[]>>>;
}

/** 7.3, 4.1: the response depends on the request, not on earlier rejections on its connection. */
export function untouchedByRefusal({ refused, after, alone, again }: AfterRefusal): readonly Finding[] {
  const [due, came, before] = [alone, after, refused].map(statusOf);
  // A server error of the moment is not what is due.
  if (came === due || due! >= 500) return [];
  const isSteady =
    (again?.after ?? []).every((other) => statusOf(other) === came) &&
    (again?.alone ?? []).every((other) => statusOf(other) === due);
  if (!isSteady) return [];
  const expected = `status ${due}, as on a connection of its own`;
  const actual = `status ${came} after a request with status ${before} on the same connection`;
  const withoutCause = `status ${came} at one time, and status ${due} at another`;
  const shown = [after, alone, refused];
  return [finding(shown, expected, actual, 'status', { withoutCause, derived: 'computed' })];
}

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;

/** A stream that was canceled, the next request, and the same request at another time. */
export interface AfterCancellation {
  canceled: Exchange;
  after: Exchange;
  alone: Exchange;
}

/** 7.3, 4.1: a valid request that is accepted at other times is accepted after a stream was canceled. */
export function untouchedByCancellation({ canceled, after, alone }: AfterCancellation): readonly Finding[] {
  if (after.response?.status === alone.response?.status) return [];
  const expected = `status ${statusOf(alone)}, as at another time`;
  const actual = `status ${statusOf(after)} after a stream that was canceled`;
  return [finding([after, alone, canceled], expected, actual, 'status', { derived: 'computed' })];
}
