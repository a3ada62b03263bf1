import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** A request that follows a refusal on its connection, and the same on a connection of its own. */
export interface AfterRefusal {
  refused: Exchange;
  after: Exchange;
  alone: Exchange;
}

/** 7.3, 4.1: what a request is answered depends on the request, and not on what was refused before on its connection. */
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
