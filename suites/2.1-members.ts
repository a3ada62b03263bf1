import type { Check } from '../src/vocabulary/check.ts';
import { memberChecks } from './requests/accepted.ts';
import { otherwiseChecks } from './requests/accepted-otherwise.ts';
import { combinationsCheck, plainCheck } from './requests/combined.ts';
import { conversationsCheck } from './requests/conversations.ts';
import { propertyCheck } from './requests/property-check.ts';
import { refusalChecks } from './requests/refused.ts';
import { unknownNamesCheck } from './requests/unknown-names.ts';

/** Section 2.1: required, optional and forbidden fields of a request. */
export const checks: readonly Check[] = [
  plainCheck,
  ...memberChecks(),
  conversationsCheck,
  combinationsCheck,
  ...otherwiseChecks,
  ...refusalChecks(
    ({ path, keyword }) =>
      path.length === 1 && (keyword === 'required' || keyword === 'additionalProperties'),
  ),
  unknownNamesCheck,
  propertyCheck,
];
