import { didYouMean } from '../../../src/vocabulary/nearest.ts';
import { OptionError } from '../../../src/vocabulary/option-error.ts';
import { type Change, change, faithful } from '../behaviour.ts';
import type { ServiceOptions } from '../service/service.ts';
import { type AnyDeviation, FAULTS, findDeviation, VARIANTS } from './index.ts';

/** The faults and variants with these ids. Throws `OptionError` for an unknown one; `otherwise` says where they are listed. */
export function deviationsOf(ids: readonly string[], otherwise: string): AnyDeviation[] {
  return ids.map((id) => {
    const found = findDeviation(id);
    if (found) return found;
    const known = [...FAULTS, ...VARIANTS].map((deviation): string => deviation.id);
    throw new OptionError(`there is no fault or variant '${id}'${didYouMean(id, known, otherwise)}`);
  });
}

/** The options of a service with these deviations, and further changes after them. */
export function serviceWith(
  deviations: readonly AnyDeviation[],
  changes: readonly Change[] = [],
): ServiceOptions {
  return {
    ...Object.assign({}, ...deviations.map(({ service }) => service)),
    behaviour: change(faithful(), [...deviations.map((deviation) => deviation.change), ...changes]),
  };
}
