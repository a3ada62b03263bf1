import { areaOf } from '../vocabulary/areas.ts';
import { FREE, type Price, priceOf } from '../vocabulary/billed.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';

/**
 * The purpose of a request, which decides its budget: valid ones first. For `doors` (keys, wallets), which are
 * tested last, a reserve is kept that the earlier totals cannot use either. `lenient` are invalid requests that may
 * be accepted; `beside` are controls.
 */
export type Purpose = 'valid' | 'totals' | 'doors' | 'lenient' | 'control';

/** A request that may be billed, waiting for its turn. */
export interface QueuedRequest {
  spec: RequestSpec;
  purpose: Purpose;
  /** Repeats a violation. */
  again: boolean;
  /** Sent before without a decisive response. */
  retry: boolean;
  /** Smaller goes first. */
  rank: number;
  /** Tie-breaker: the same in every run of a seed. */
  order: string;
  price: Price;
}

const DOORS: ReadonlySet<string> = new Set(['auth', 'billing', 'isolation', 'path']);

/** Requests without a constraint follow the constraints; drawn ones are last. */
const RANKS = { alone: 1, streamed: 2, open: 3, drawn: 4, shrunk: 4 } as const;

/** The position of a request; undefined for a request that is free with any response. */
export function queuedRequestOf(
  spec: RequestSpec,
  owner: string,
  turn: number,
  round: 1 | 2,
  retry = false,
): QueuedRequest | undefined {
  const price = priceOf(spec);
  if (price === FREE) return undefined;
  const again = round === 2;
  const purpose = purposeOf(spec, owner);
  // On a connection of its own others follow it, and wait for it.
  const among = spec.bad?.among ?? (spec.connection === undefined ? 'open' : 'alone');
  const rank = purpose === 'lenient' ? (again ? 0 : RANKS[among]) : again ? 1 : 0;
  return { spec, purpose, again, retry, rank, order: `${owner} ${String(turn).padStart(4, '0')}`, price };
}

function purposeOf(spec: RequestSpec, owner: string): Purpose {
  if (spec.isControl) return 'control';
  // The valid key between invalid ones is sent with a flaw, so that it is free: without it their responses are
  // inconclusive.
  if (DOORS.has(areaOf(owner))) return 'doors';
  if (spec.bad) return 'lenient';
  if (areaOf(owner) === 'accounting') return 'totals';
  return spec.billable ? 'valid' : 'lenient';
}
