import type { CheckId } from './check-ids.ts';
import type { Exchange } from './exchange.ts';
import type { UsageNames } from './settings.ts';

/** Discovered names, and the date format. */
export interface Names extends UsageNames {
  /** `date-time` if a bare date was rejected. */
  dates?: 'date' | 'date-time';
  /**
   * The days without which the stats are rejected, although both dates are optional: they are sent with every
   * request.
   */
  demanded?: { start: string; end: string };
  /** If nothing could be discovered: the check that reports why. The user then need not configure names. */
  unfound?: CheckId;
}

/** The known names so far. */
export interface Found {
  names: Names;
  /** Configured names without effect, with the name that has it now, if any. */
  drifted: { parameter: string; given: string; now: string | undefined; exchange: Exchange }[];
}

/** The discovered parameters of the usage endpoints. */
export interface Discovered extends Found {
  /** Whether an unknown name is rejected rather than ignored. */
  unknownNames: 'ignored' | 'refused';
  /** Whether the ids of records stay the same between two responses. */
  stableIds: boolean;
  /** The stats without parameters, or with the required dates. */
  base: Exchange;
}
