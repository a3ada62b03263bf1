import { areaOf } from '../vocabulary/areas.ts';
import { FREE, type Price, priceOf } from '../vocabulary/billed.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';

/**
 * What a request is for, which decides what it may cost: valid ones first, and for `doors` (keys, wallets), which are
 * asked at the end, something is set aside that the totals, asked before them, don't get either. `lenient` are those that
 * should be refused; `control` are controls.
 */
export type Purpose = 'valid' | 'totals' | 'doors' | 'lenient' | 'control';

/** A request that may be billed, as it waits for its turn. */
export interface QueuedRequest {
  spec: RequestSpec;
  purpose: Purpose;
  /** Repeats a breach. */
  again: boolean;
  /** Sent before, and nothing decisive came. */
  retry: boolean;
  /** Smaller goes first. */
  rank: number;
  /** Decides among equals: the same in every run of a seed. */
  order: string;
  price: Price;
}

const DOORS: ReadonlySet<string> = new Set(['auth', 'billing', 'isolation', 'path']);

/** Requests that no constraint stands behind are asked when the constraints are through; drawn ones at last. */
const RANKS = { alone: 1, streamed: 2, open: 3, drawn: 4, shrunk: 4 } as const;

/** Where a request stands; nothing for one that costs nothing whatever is answered. */
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
  // The right key between bad ones has a flaw so that it costs nothing: without it nothing is said of those.
  if (DOORS.has(areaOf(owner))) return 'doors';
  if (spec.bad) return 'lenient';
  if (areaOf(owner) === 'accounting') return 'totals';
  return spec.billable ? 'valid' : 'lenient';
}
