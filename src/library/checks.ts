import { CHECKS } from '../../suites/index.ts';
import { areaOf } from '../vocabulary/areas.ts';
import type { Check } from '../vocabulary/check.ts';
import type { Harm } from '../vocabulary/harm.ts';

/** What a check is: its place in the contract, and what it asks. */
export interface CheckInfo extends Readonly<Pick<Check, 'id' | 'title' | 'clauses' | 'level' | 'about'>> {
  readonly area: string;
  /** What it does to people when this does not hold. */
  readonly harm: Harm;
  /** The smallest profile that runs it. */
  readonly profile: 'smoke' | 'standard' | 'exhaustive';
  /** What the user must give for it to apply. */
  readonly preconditions: readonly string[];
}

/**
 * Every check, in the order of the contract.
 *
 * @example
 * const must = checks.filter((check) => check.level === 'must' && check.area === 'stream');
 * console.log(must.map((check) => `${check.clauses.join(', ')} ${check.id}: ${check.title}`));
 */
export const checks: readonly CheckInfo[] = CHECKS.map(
  ({ id, title, clauses, level, about, harm, profile, preconditions }) => ({
    id,
    title,
    clauses,
    level,
    about,
    area: areaOf(id),
    harm,
    profile: profile ?? 'smoke',
    preconditions: preconditions ?? [],
  }),
);
