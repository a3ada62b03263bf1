import type { Check } from '../src/check.ts';
import { checks as bounds } from './2.1-bounds.ts';
import { checks as enumerations } from './2.1-enumerations.ts';
import { checks as members } from './2.1-members.ts';
import { checks as types } from './2.1-types.ts';
import { checks as nested } from './2.2-nested.ts';
import { checks as authentication } from './5-auth.ts';
import { checks as streams } from './6-streams.ts';
import { checks as billing } from './7.2-billing.ts';
import { checks as statuses } from './7-statuses.ts';
import { checks as paths } from './9-paths.ts';

/** Every check, in the order of the contract. */
export const CHECKS: readonly Check[] = [
  ...members,
  ...types,
  ...bounds,
  ...enumerations,
  ...nested,
  ...authentication,
  ...streams,
  ...billing,
  ...statuses,
  ...paths,
];
