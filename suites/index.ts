import type { Check } from '../src/check.ts';
import { checks as authentication } from './5-auth.ts';
import { checks as billing } from './7.2-billing.ts';
import { checks as statuses } from './7-statuses.ts';
import { checks as paths } from './9-paths.ts';

/** Every check, in the order of the contract. */
export const CHECKS: readonly Check[] = [...authentication, ...billing, ...statuses, ...paths];
