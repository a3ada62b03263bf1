import type { Settings } from '../../src/vocabulary/settings.ts';
import type { Level } from '../../src/vocabulary/verdict.ts';
import type { Change } from './behaviour.ts';
import type { RateLimit, Trouble } from './rate-limit.ts';

/** The common part of a fault and a variant: a named difference from the reference service. */
interface Deviation {
  /** Stable, lower-case, readable: `stream/done-missing`. */
  id: string;
  /** The violated clause, or the one that allows it, dotted. */
  clause: string;
  /** One line: what the service does wrong, or differently. */
  title: string;
  change: Change;
  /** The setup of the service, if it matters: its history, its limits. */
  service?: ServiceSetup;
  /** It concerns the connection itself, so that it shows only over a real one. */
  network?: true;
  /** Settings of the run in which it is visible, in addition to the proof's own. */
  settings?: Partial<Settings>;
}

/** A violation of the contract, which a run must catch. */
export interface Fault extends Deviation {
  kind: 'fault';
  /** `must` faults have to cause a `fail`, `should` faults at least a `warn`. */
  level: Exclude<Level, 'open'>;
  /** Ids or globs of the checks that may fail; at least one has to. */
  expects: readonly [string, ...string[]];
  /**
   * Why it is indistinguishable, within the time of a run, from a conformant service: one of its checks has to be
   * inconclusive then, and none may fail.
   */
  undecidable?: string;
  /** Variants on which it has to be caught as well; or why it cannot show on one. */
  bases?: Readonly<Record<string, 'shows' | { hidden: string }>>;
}

/** A difference within the contract, which a run must not report. */
export interface Variant extends Deviation {
  kind: 'variant';
  /** The aspect of the service that it concerns. Two variants of one facet cannot be combined. */
  facet: string;
  /** More facets that it cannot be combined with. */
  against?: readonly string[];
  /** Checks that may warn, because the contract's oracle requires a warning. */
  mayWarn?: readonly string[];
  /** Checks of level `must` that are inconclusive with it, for lack of evidence. */
  undecided?: readonly string[];
  /** The same in combination with another variant, by its id. */
  undecidedWith?: Readonly<Record<string, readonly string[]>>;
}

/** A fault or a variant. */
export type AnyDeviation = Fault | Variant;

type Rest = Partial<Pick<Fault, 'service' | 'settings' | 'network' | 'undecidable' | 'bases'>>;

/** A fault in a row. */
export type FaultRow = readonly [id: string, clause: string, title: string, change: Change, rest?: Rest];

/** The rest of a row: why its fault cannot show on these bases. */
export const hidden = (why: string, ...bases: readonly string[]): Required<Pick<Fault, 'bases'>> => ({
  bases: Object.fromEntries(bases.map((base) => [base, { hidden: why }])),
});

/**
 * Makes faults of one level that make the same checks fail (`expects`, separated by blanks): rows of id, clause, title
 * and change.
 */
export function faults(level: Fault['level'], expects: string, rows: readonly FaultRow[]): Fault[] {
  const [first, ...others] = expects.split(' ');
  return rows.map(([id, clause, title, change, rest]) => ({
    kind: 'fault',
    id,
    clause,
    level,
    title,
    expects: [first!, ...others],
    change,
    ...rest,
  }));
}

/** How a service is set up, where that matters to a fault or a variant. */
export interface ServiceSetup {
  /** Daily records in the history of the main organization; default 330. */
  records?: number;
  rateLimit?: RateLimit;
  trouble?: Trouble;
  /** Milliseconds before each answer. */
  latencyMs?: number;
}
