import type { Check } from '../src/vocabulary/check.ts';
import { checks as client } from './1-client.ts';
import { checks as bounds } from './2.1-bounds.ts';
import { checks as enumerations } from './2.1-enumerations.ts';
import { checks as members } from './2.1-members.ts';
import { checks as open } from './2.1-open.ts';
import { checks as types } from './2.1-types.ts';
import { checks as nested } from './2.2-nested.ts';
import { checks as reasoning } from './2.2-reasoning.ts';
import { checks as tools } from './2.3-tools.ts';
import { checks as formats } from './2.6-formats.ts';
import { checks as completions } from './2.7-completions.ts';
import { checks as totals } from './2.8-totals.ts';
import { checks as logprobs } from './2.10-logprobs.ts';
import { checks as filters } from './4.2-filters.ts';
import { checks as stats } from './4.2-stats.ts';
import { checks as summary } from './4.3-summary.ts';
import { checks as exports } from './4.4-export.ts';
import { checks as parameters } from './4.5-parameters.ts';
import { checks as accounting } from './4-accounting.ts';
import { checks as madeKeys } from './5.2-made-keys.ts';
import { checks as isolation } from './5.3-isolation.ts';
import { checks as auth } from './5-auth.ts';
import { checks as streams } from './6-streams.ts';
import { checks as billing } from './7.2-billing.ts';
import { checks as malformed } from './7.3-malformed.ts';
import { checks as statuses } from './7-statuses.ts';
import { checks as paths } from './9-paths.ts';

/** Every check, in the order of the contract. */
export const CHECKS: readonly Check[] = [
  ...client,
  ...bounds,
  ...enumerations,
  ...members,
  ...open,
  ...types,
  ...nested,
  ...reasoning,
  ...tools,
  ...formats,
  ...completions,
  ...totals,
  ...logprobs,
  ...filters,
  ...stats,
  ...summary,
  ...exports,
  ...parameters,
  ...auth,
  ...madeKeys,
  ...accounting,
  ...isolation,
  ...streams,
  ...statuses,
  ...billing,
  ...malformed,
  ...paths,
];
