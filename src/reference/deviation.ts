import type { Settings } from '../vocabulary/settings.ts';
import type { Level } from '../vocabulary/verdict.ts';
import type { Change } from './behaviour.ts';
import type { ServiceSetup } from './service-setup.ts';

/** What a fault and a variant have in common: a named difference from the reference service. */
interface Deviation {
  /** Stable, lower-case, readable: `stream/done-missing`. */
  id: string;
  /** The clause that is broken, or whose silence allows it, dotted. */
  clause: string;
  /** One line in the words of the person who runs the service. */
  title: string;
  change: Change;
  /** How the service is set up, where it matters: its history, its limits. */
  service?: ServiceSetup;
  /** It concerns the connection itself, so that it shows over a real one only. */
  network?: true;
  /** Settings of the run in which it can be seen, beside the proof's own. */
  settings?: Partial<Settings>;
}

/** A way of breaking the contract, which a run must catch. */
export interface Fault extends Deviation {
  kind: 'fault';
  /** `must` faults have to give a `fail`, `should` faults at least a `warn`. */
  level: Exclude<Level, 'open'>;
  /** Ids or globs of the checks that may turn red; at least one has to. */
  expects: readonly [string, ...string[]];
  /**
   * Why nobody can tell it, within the time of a run, from a service that keeps the contract: one of its checks has to end
   * undecided then, and none may accuse.
   */
  undecidable?: string;
  /** Variants on top of which it has to be caught as well; why not on one where it can't show. */
  bases?: Readonly<Record<string, 'shows' | { hidden: string }>>;
}

/** A way of differing that keeps the contract, which a run must leave alone. */
export interface Variant extends Deviation {
  kind: 'variant';
  /** What of the service it concerns. Two variants of one facet can't be combined. */
  facet: string;
  /** Further facets that it can't be combined with. */
  against?: readonly string[];
  /** Checks that may warn, because the contract's oracle itself calls for a warning. */
  mayWarn?: readonly string[];
  /** Checks of level `must` that it leaves undecided, for lack of anything to judge by. */
  undecided?: readonly string[];
  /** The same where another variant, by its id, is beside it. */
  undecidedWith?: Readonly<Record<string, readonly string[]>>;
}

/** Any of both. */
export type AnyDeviation = Fault | Variant;

type Rest = Partial<Pick<Fault, 'service' | 'settings' | 'network' | 'undecidable' | 'bases'>>;

/** A fault in a row. */
export type FaultRow = readonly [id: string, clause: string, title: string, change: Change, rest?: Rest];

/** Makes fault records of one level that turn the same checks red: rows of clause, id, title and change. */
export function faults(level: Fault['level'], expects: Fault['expects'], rows: readonly FaultRow[]): Fault[] {
  return rows.map(([id, clause, title, change, rest]) => ({
    kind: 'fault',
    id,
    clause,
    level,
    title,
    expects,
    change,
    ...rest,
  }));
}
