import type { Check } from '../src/vocabulary/check.ts';
import { openaiValuesCheck } from './open/client-values.ts';
import { descriptionCheck } from './open/description-check.ts';
import { nullOptionalCheck } from './open/null-optional.ts';
import { nullWhereListedCheck } from './open/null-where-listed.ts';
import { oddValuesCheck } from './open/odd-values.ts';
import { openPoints } from './open/points.ts';

/** Sections 2.1 to 2.6 where the contract is silent, or its two published descriptions disagree. */
export const checks: readonly Check[] = [
  descriptionCheck,
  nullWhereListedCheck,
  nullOptionalCheck,
  openaiValuesCheck,
  oddValuesCheck,
  ...openPoints,
];
