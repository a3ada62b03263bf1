import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** A request that follows a rejected one on its connection, and the same on a separate connection. */
export interface AfterRefusal {
  refused: Exchange;
  after: Exchange;
  alone: Exchange;
}

/** 7.3, 4.1: the response depends on the request, not on earlier rejections on its connection. */
export function untouchedByRefusal({ refused, after, alone }: AfterRefusal): readonly Finding[] {
  const [due, came, before] = [alone, after, refused].map(({ response }) => response?.status ?? 0);
  if (came === due) return [];
  return [
    {
      expected: `status ${due}, as on a connection of its own`,
      actual: `status ${came} after a request that was rejected with ${before} on the same connection`,
      place: 'status',
      exchanges: [after.id, alone.id, refused.id],
      derived: 'computed',
    },
  ];
}
