import type { Check } from '../src/vocabulary/check.ts';
import { refusalChecks } from './requests/refused.ts';

/** Section 2.1: each field of the request with a value of every other JSON type (422). */
export const checks: readonly Check[] = [
  ...refusalChecks(({ path, keyword }) => path.length === 1 && keyword === 'type'),
];
