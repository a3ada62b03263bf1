import type { Check } from '../src/check.ts';
import { refusalChecks } from '../src/generate/refusal-checks.ts';

/** Section 2.1: each field of the request with a value of every other JSON type (422). */
export const checks: readonly Check[] = refusalChecks(
  ({ path, keyword }) => path.length === 1 && keyword === 'type',
);
