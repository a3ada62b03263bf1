import type { Check } from '../src/check.ts';
import { openaiValuesCheck } from '../src/generate/open/client-values.ts';
import { descriptionCheck } from '../src/generate/open/description-check.ts';
import { nullOptionalCheck } from '../src/generate/open/null-optional.ts';
import { nullWhereListedCheck } from '../src/generate/open/null-where-listed.ts';
import { openPoints } from '../src/generate/open/points.ts';

/** Sections 2.1 to 2.6 where the contract is silent, or its two published descriptions disagree. */
export const checks: readonly Check[] = [
  descriptionCheck,
  nullWhereListedCheck,
  nullOptionalCheck,
  openaiValuesCheck,
  ...openPoints,
];
