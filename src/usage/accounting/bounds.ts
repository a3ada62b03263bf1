import { MEASURES, type Measure, type Totals, totals } from '../measures.ts';
import type { OwnCompletion } from './own-completions.ts';

/** How much totals may grow; `most` is undefined if completions did not report their usage. */
export interface Bounds {
  least: Totals;
  most: Record<Measure, bigint | undefined>;
}

/**
 * The expected growth of totals by completions: tokens as reported, requests from the successes to all that were
 * sent.
 */
export function boundsOf(own: readonly OwnCompletion[]): Bounds {
  const successes = own.filter((o) => o.outcome === 'success');
  const told = (of: (o: OwnCompletion) => bigint) =>
    successes.reduce((sum, o) => (o.usage ? sum + of(o) : sum), 0n);
  const least: Totals = {
    input_tokens: told((o) => o.usage!.input),
    output_tokens: told((o) => o.usage!.output),
    total_tokens: told((o) => o.usage!.total),
    total_requests: BigInt(successes.length),
  };
  const silent = own.some((o) => o.outcome === 'maybe' || (o.outcome === 'success' && !o.usage));
  const sent = own.reduce((sum, o) => sum + BigInt(o.choices), 0n);
  return {
    least,
    most: {
      input_tokens: silent ? undefined : least.input_tokens,
      output_tokens: silent ? undefined : least.output_tokens,
      total_tokens: silent ? undefined : least.total_tokens,
      total_requests: sent,
    },
  };
}

/** How far growth is below its minimum; negative numbers count as none. */
export function shortBy(growth: Totals, { least }: Bounds): Totals {
  return totals((m) => (least[m] > growth[m] ? least[m] - growth[m] : 0n));
}

/** Whether growth is below its minimum in any measure. */
export const isShort = (growth: Totals, bounds: Bounds): boolean =>
  MEASURES.some((m) => growth[m] < bounds.least[m]);

/** Measures in which growth exceeds our usage. */
export function beyond(growth: Totals, { most }: Bounds): Measure[] {
  return MEASURES.filter((m) => most[m] !== undefined && growth[m] > most[m]);
}

/** Whether growth is neither below nor above what these come to. */
export function isWhole(growth: Totals, own: readonly OwnCompletion[]): boolean {
  const bounds = boundsOf(own);
  return !isShort(growth, bounds) && beyond(growth, bounds).length === 0;
}

/** Whether growth has exactly the reported tokens of these completions, all of which reported them. */
export function hasTokensOf(growth: Totals, own: readonly OwnCompletion[]): boolean {
  const { least, most } = boundsOf(own);
  return MEASURES.every((m) => m === 'total_requests' || (growth[m] === least[m] && growth[m] === most[m]));
}
