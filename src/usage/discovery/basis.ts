import { type Day, dayOf, daysAfter } from '../days.ts';
import type { Answer } from './probe.ts';

/** Days: some services reject older dates. */
export const LOOKING_BACK: readonly number[] = [360, 85, 50, 25, 12];

/** A recent day, for services that reject older dates. */
export function recentDay({ exchange }: Answer): Day {
  return daysAfter(dayOf(exchange.startedAt), -3);
}

/** A parameter that no service has. */
export const NONSENSE = 'chatspec_no_such_parameter';

/** The known facts about the service before the search for names. */
export interface SearchBasis {
  /** The response without parameters. */
  base: Answer;
  /** Whether an unknown name is rejected. */
  refusesUnknown: boolean;
  /** Records are returned in a random order: moved records then show no offset. */
  unsteady?: boolean;
  /** Names that accept a number and no date. */
  numbers?: Set<string>;
}
