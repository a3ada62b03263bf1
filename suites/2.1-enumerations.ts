import type { Check } from '../src/vocabulary/check.ts';
import { refusalChecks } from './requests/refused.ts';

/** Section 2.1: each enumerated field with an unknown value. */
export const checks: readonly Check[] = [
  ...refusalChecks(({ path, keyword }) => path.length === 1 && (keyword === 'enum' || keyword === 'const')),
];
