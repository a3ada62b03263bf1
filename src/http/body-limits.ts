import type { RequestSpec } from '../vocabulary/exchange.ts';

/** More than completions, summaries and pages of 100 records need. */
const OVERSIZED = 4 * 1024 * 1024;
/** Oversized bodies of a group after which later ones are cut off, and where. */
const ENOUGH = 3;
const LOWERED = 1024 * 1024;

/** Lowers the size limit of bodies that are repeatedly far larger than their requests can need. */
export class BodyLimits {
  readonly #oversized = new Map<string, number>();

  /** The limit for the next body. */
  of(spec: RequestSpec, limit: number): number {
    const isLowered = (this.#oversized.get(groupOf(spec)) ?? 0) >= ENOUGH;
    return isLowered ? Math.min(limit, LOWERED) : limit;
  }

  /** Records the size of a body. An export may have any number of records. */
  hear(spec: RequestSpec, size: number): void {
    const group = groupOf(spec);
    if (group === 'export' || size <= OVERSIZED) return;
    this.#oversized.set(group, (this.#oversized.get(group) ?? 0) + 1);
  }
}

function groupOf({ method, path }: RequestSpec): 'completions' | 'export' | 'usage' {
  if (method === 'POST') return 'completions';
  return path.includes('/usage/export') ? 'export' : 'usage';
}
