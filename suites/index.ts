import type { Check, PlacedCheck } from '../src/vocabulary/check.ts';
import type { Harm } from '../src/vocabulary/harm.ts';
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

/** The harm of a violation in a section, unless a check has its own. */
const harming = (harm: Harm, checks: readonly Check[]): readonly PlacedCheck[] =>
  checks.map((check) => ({ harm, ...check }));

/** The checks by section: the names are those of the files, in the order of the contract. */
export const SECTIONS = {
  '1-client': harming('clients', client),
  '1-other-clients': harming('clients', otherClients),
  '2.1-bounds': harming('leniency', bounds),
  '2.1-enumerations': harming('leniency', enumerations),
  '2.1-members': harming('clients', members),
  '2.1-open': harming('form', open),
  '2.1-types': harming('leniency', types),
  '2.2-nested': harming('leniency', nested),
  '2.2-reasoning': harming('answers', reasoning),
  '2.3-tools': harming('answers', tools),
  '2.6-formats': harming('answers', formats),
  '2.7-completions': harming('form', completions),
  '2.7-meaning': harming('form', meanings),
  '2.8-records': harming('money', records),
  '2.8-totals': harming('money', totals),
  '2.10-logprobs': harming('answers', logprobs),
  '4.2-filters': harming('money', filters),
  '4.2-stats': harming('money', stats),
  '4.2-without-dates': harming('money', withoutDates),
  '4.3-summary': harming('money', summary),
  '4.4-export': harming('money', exports),
  '4.5-parameters': harming('leniency', parameters),
  '4.2-open-ranges': harming('money', openRanges),
  '4.5-odd-parameters': harming('money', oddParameters),
  '5-auth': harming('doors', auth),
  '5.2-made-keys': harming('doors', madeKeys),
  '4-accounting': harming('money', accounting),
  '5.3-isolation': harming('doors', isolation),
  '6-streams': harming('clients', streams),
  '6-meaning': harming('clients', streamMeanings),
  '7-statuses': harming('form', statuses),
  '7.2-billing': harming('money', billing),
  '7.3-malformed': harming('leniency', malformed),
  '7.3-connections': harming('clients', connections),
  '9-paths': harming('clients', paths),
} as const satisfies Readonly<Record<string, readonly PlacedCheck[]>>;

/** Every check, in the order of the contract. */
export const CHECKS: readonly PlacedCheck[] = Object.values(SECTIONS).flat();
