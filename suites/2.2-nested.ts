import type { Check } from '../src/vocabulary/check.ts';
import { refusalChecks } from './requests/refused.ts';

/** Sections 2.2 to 2.6, and the elements of lists and maps in 2.1: each constraint inside a nested value. */
export const checks: readonly Check[] = [
  ...refusalChecks(({ path, keyword }) => path.length > 1 && keyword !== 'minimum' && keyword !== 'maximum'),
];
