import type { Check } from '../src/vocabulary/check.ts';
import { checks as client } from './1-client.ts';
import { checks as otherClients } from './1-other-clients.ts';
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
import { checks as meanings } from './2.7-meaning.ts';
import { checks as records } from './2.8-records.ts';
import { checks as totals } from './2.8-totals.ts';
import { checks as logprobs } from './2.10-logprobs.ts';
import { checks as filters } from './4.2-filters.ts';
import { checks as openRanges } from './4.2-open-ranges.ts';
import { checks as stats } from './4.2-stats.ts';
import { checks as withoutDates } from './4.2-without-dates.ts';
import { checks as summary } from './4.3-summary.ts';
import { checks as exports } from './4.4-export.ts';
import { checks as oddParameters } from './4.5-odd-parameters.ts';
import { checks as parameters } from './4.5-parameters.ts';
import { checks as accounting } from './4-accounting.ts';
import { checks as madeKeys } from './5.2-made-keys.ts';
import { checks as isolation } from './5.3-isolation.ts';
import { checks as auth } from './5-auth.ts';
import { checks as streamMeanings } from './6-meaning.ts';
import { checks as streams } from './6-streams.ts';
import { checks as billing } from './7.2-billing.ts';
import { checks as connections } from './7.3-connections.ts';
import { checks as malformed } from './7.3-malformed.ts';
import { checks as statuses } from './7-statuses.ts';
import { checks as paths } from './9-paths.ts';

/** The checks by section: the names are those of the files, in the order of the contract. */
export const SECTIONS = {
  '1-client': client,
  '1-other-clients': otherClients,
  '2.1-bounds': bounds,
  '2.1-enumerations': enumerations,
  '2.1-members': members,
  '2.1-open': open,
  '2.1-types': types,
  '2.2-nested': nested,
  '2.2-reasoning': reasoning,
  '2.3-tools': tools,
  '2.6-formats': formats,
  '2.7-completions': completions,
  '2.7-meaning': meanings,
  '2.8-records': records,
  '2.8-totals': totals,
  '2.10-logprobs': logprobs,
  '4.2-filters': filters,
  '4.2-stats': stats,
  '4.2-without-dates': withoutDates,
  '4.3-summary': summary,
  '4.4-export': exports,
  '4.5-parameters': parameters,
  '4.2-open-ranges': openRanges,
  '4.5-odd-parameters': oddParameters,
  '5-auth': auth,
  '5.2-made-keys': madeKeys,
  '4-accounting': accounting,
  '5.3-isolation': isolation,
  '6-streams': streams,
  '6-meaning': streamMeanings,
  '7-statuses': statuses,
  '7.2-billing': billing,
  '7.3-malformed': malformed,
  '7.3-connections': connections,
  '9-paths': paths,
} as const satisfies Readonly<Record<string, readonly Check[]>>;

/** Every check, in the order of the contract. */
export const CHECKS: readonly Check[] = Object.values(SECTIONS).flat();
