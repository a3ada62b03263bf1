import { CHECKS } from '../../suites/index.ts';
import { areaOf } from '../vocabulary/areas.ts';
import type { Check } from '../vocabulary/check.ts';
import type { Harm } from '../vocabulary/harm.ts';

/** The description of a check: its place in the contract, and its rule. */
export interface CheckInfo extends Readonly<Pick<Check, 'id' | 'title' | 'clauses' | 'level' | 'about'>> {
  readonly area: string;
  /** The harm to users if the rule is violated. */
  readonly harm: Harm;
  /** The smallest profile that includes it. */
  readonly profile: 'smoke' | 'standard' | 'exhaustive';
  /** The inputs that the user must provide for it to apply. */
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
