import type { Judge } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** The body ends as its framing says; one that broke three times alike, beside a sound control, does not. */
export const bodyEnds: Judge<{ exchanges: readonly [Exchange, ...Exchange[]]; broken: boolean }> = ({
  exchanges,
  broken,
}) => {
  if (!broken) return [];
  const [last, ...others] = exchanges;
  const size = last.response?.body.size ?? 0;
  return [
    {
      expected: 'a complete body',
      actual: `${last.failure?.message ?? 'a body that does not end'}, each time after ${size} bytes; the body of a control was complete`,
      place: `byte ${size}`,
      exchanges: [last.id, ...others.map((e) => e.id)],
    },
  ];
};
