import type { Check } from '../src/vocabulary/check.ts';
import { refusalChecks } from './requests/refused.ts';

/** Section 2.1: each field that lists its values, with one that nobody knows. */
export const checks: readonly Check[] = [
  ...refusalChecks(({ path, keyword }) => path.length === 1 && (keyword === 'enum' || keyword === 'const')),
];
