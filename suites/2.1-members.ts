import type { Check } from '../src/check.ts';
import { memberChecks } from '../src/generate/acceptance-checks.ts';
import { combinationsCheck, conversationsCheck, plainCheck } from '../src/generate/combination-checks.ts';
import { drawnCheck } from '../src/generate/drawn-check.ts';
import { refusalChecks } from '../src/generate/refusal-checks.ts';

/** Section 2.1: which fields a request has to have, may have, and may not have. */
export const checks: readonly Check[] = [
  plainCheck,
  ...memberChecks(),
  conversationsCheck,
  combinationsCheck,
  ...refusalChecks(
    ({ path, keyword }) =>
      path.length === 1 && (keyword === 'required' || keyword === 'additionalProperties'),
  ),
  drawnCheck,
];
