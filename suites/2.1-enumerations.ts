import type { Check } from '../src/check.ts';
import { refusalChecks } from '../src/generate/refusal-checks.ts';

/** Section 2.1: each field that lists its values, with one that nobody knows. */
export const checks: readonly Check[] = refusalChecks(
  ({ path, keyword }) => path.length === 1 && (keyword === 'enum' || keyword === 'const'),
);
