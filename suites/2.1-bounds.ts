import type { Check } from '../src/vocabulary/check.ts';
import { boundaryChecks } from './requests/bounds.ts';
import { refusalChecks } from './requests/refused.ts';

/** Sections 2.1 and 8: each bound of a field, just outside it (422), at it and just inside it (200). */
export const checks: readonly Check[] = [
  ...refusalChecks(({ keyword }) => keyword === 'minimum' || keyword === 'maximum'),
  ...boundaryChecks(),
];
