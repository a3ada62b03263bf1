import { AREAS, areaOf } from '../vocabulary/areas.ts';
import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import { didYouMean } from '../vocabulary/nearest.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { OtherClient, Profile } from '../vocabulary/settings.ts';
import { inProfile } from './run-checks.ts';

/**
 * The checks to run, in the order of the suites: those of the profile, narrowed by `only` and `skip`. A selector is
 * an id, a glob over ids (`stream/*`), an area, or a section number, which includes its subsections (`4` includes
 * `4.2`). An id named in full runs in any profile. Checks of other clients run if `clients` names them. Rejects
 * selectors without a match, and an empty selection.
 */
export function selectChecks<C extends Check>(
  all: readonly C[],
  profile: Profile,
  only: readonly string[],
  skip: readonly string[],
  clients: readonly OtherClient[] = [],
): C[] {
  for (const [option, selectors] of [['only', only] as const, ['skip', skip] as const]) {
    const idle = selectors.find((s) => !all.some(matcher(s)));
    if (idle !== undefined) {
      const words = [...all.map(({ id }): string => id), ...AREAS];
      const otherwise = ': the command list shows ids, areas and sections';
      throw new OptionError(`--${option} ${idle} matches no check${didYouMean(idle, words, otherwise)}`);
    }
  }
  const wanted = only.map(matcher);
  const unwanted = skip.map(matcher);
  const selected = all.filter(
    (check) =>
      (wanted.length === 0 || wanted.some((m) => m(check))) &&
      !unwanted.some((m) => m(check)) &&
      ((inProfile(check, profile) && (!check.client || clients.includes(check.client))) ||
        only.includes(check.id)),
  );
  if (selected.length === 0) {
    throw new OptionError(`no check is selected in profile ${profile}: change --only, --skip or --profile`);
  }
  return selected;
}

function matcher(selector: string): (check: Check) => boolean {
  if (/^\d+(?:\.\d+)*$/.test(selector)) {
    return (check) => check.clauses.some((c) => c === selector || c.startsWith(`${selector}.`));
  }
  if (!selector.includes('/') && !selector.includes('*')) return (check) => areaOf(check.id) === selector;
  const fits = globOver([selector]);
  return (check) => fits(check.id);
}
