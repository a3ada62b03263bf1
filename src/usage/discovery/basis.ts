import { type Day, dayOf, daysAfter } from '../days.ts';
import type { Answer } from './probe.ts';

/** Before anything that bills. */
export const EVER = '2000-01-01';

/** Days: some services refuse to look back further. */
export const LOOKING_BACK: readonly number[] = [360, 85, 50, 25, 12];

/** A day of the recent past, which services know that look back only so far. */
export function recentDay({ exchange }: Answer): Day {
  return daysAfter(dayOf(exchange.startedAt), -3);
}

/** A parameter that no service has. */
export const NONSENSE = 'chatspec_no_such_parameter';

/** What the search knows about the service before it looks for names. */
export interface SearchBasis {
  /** The answer without any parameter. */
  base: Answer;
  /** Whether a name that nobody knows is refused. */
  refusesUnknown: boolean;
  /** Records come in another order each time: then records that moved on show no offset. */
  unsteady?: boolean;
  /** Names that take a number, and no date. */
  numbers?: Set<string>;
}
