import { existsSync, readFileSync } from 'node:fs';
import { checksDigest } from '../run/digest.ts';
import type { Cocktail } from './draw.ts';
import type { Done, Task } from './tasks.ts';

/** The outcome of one fault among eleven others. */
export interface FaultOutcome {
  id: string;
  /** The checks that find it alone. */
  alone: readonly string[];
  /** Those of them that also failed in combination. */
  found: readonly string[];
  /** Another fault of the combination that hides it: without that one it is found. */
  hiddenBy?: string;
  /** The messages of its checks in combination instead. */
  instead: readonly string[];
}

/** One service with many faults, and the results. */
export interface CocktailResult {
  cocktail: Cocktail;
  done: Done;
  outcomes: readonly FaultOutcome[];
  /** Inconclusive checks of level must. */
  undecided: number;
}

/** Does a task: `Pool.perform`, or its substitute. */
export type Perform = (task: Task) => Promise<Done>;

/**
 * Judges one combination: all faults together, then each fault alone with the same seed, and for lost faults the
 * same combination without one of the others, until each cause is known or none is left. A fault of which one check
 * in `known` fails in combination needs no separate trial.
 */
export async function judgeCocktail(
  cocktail: Cocktail,
  known: KnownAlone,
  network: boolean,
  perform: Perform,
): Promise<CocktailResult> {
  const { seed, ids } = cocktail;
  const together = (others: readonly string[]) => perform({ kind: 'together', ids: others, seed, network });
  const done = await together(ids);
  const red = new Set(done.together?.red);
  const outcomes = await Promise.all(
    ids.map(async (id) => {
      const finders = known.get(id);
      if (finders?.some((check) => red.has(check))) return [outcomeOf(id, finders, done)];
      const { fault } = await perform({ kind: 'fault', id, seed, network });
      return fault?.caught ? [outcomeOf(id, fault.foundBy, done)] : [];
    }),
  );
  const undecided = done.together?.undecided.filter(({ level }) => level === 'must').length ?? 0;
  return { cocktail, done, outcomes: await withHiders(ids, outcomes.flat(), together), undecided };
}

function outcomeOf(id: string, alone: readonly string[], together: Done): FaultOutcome {
  const red = new Set(together.together?.red);
  const undecided = new Map(together.together?.undecided.map((u) => [u.id, u]));
  const instead = alone.map((check) => {
    const doubt = undecided.get(check);
    const why = doubt ? `${doubt.blockedBy ? `by ${doubt.blockedBy}: ` : ''}${doubt.message}` : '';
    return `${check} ${together.verdicts[check] ?? together.together?.refused ?? together.error ?? 'never ran'}${why && `: ${why}`}`;
  });
  return { id, alone, found: alone.filter((check) => red.has(check)), instead };
}

/** For each lost fault, the other fault that hides it, if removing a single one brings it back. */
async function withHiders(
  ids: readonly string[],
  outcomes: readonly FaultOutcome[],
  together: (ids: readonly string[]) => Promise<Done>,
): Promise<FaultOutcome[]> {
  const hiders = new Map<string, string>();
  const lost = () => outcomes.filter(({ id, found }) => found.length === 0 && !hiders.has(id));
  for (const hider of ids) {
    if (!lost().some(({ id }) => id !== hider)) continue;
    const { together: seen } = await together(ids.filter((id) => id !== hider));
    for (const { id, alone } of lost())
      if (id !== hider && alone.some((check) => seen?.red.includes(check))) hiders.set(id, hider);
  }
  return outcomes.map((outcome) => {
    const hiddenBy = hiders.get(outcome.id);
    return hiddenBy === undefined ? outcome : { ...outcome, hiddenBy };
  });
}

/** The checks that find each fault alone. */
type KnownAlone = ReadonlyMap<string, readonly string[]>;

/**
 * The results for each fault of a matrix with the same checks, from its full result (`proof-full.json`); empty if
 * there is none, or one of other checks.
 */
export function knownAlone(file: string): KnownAlone {
  const known = new Map<string, Set<string>>();
  if (!existsSync(file)) return new Map();
  const { checksDigest: digest, results } = JSON.parse(readFileSync(file, 'utf8')) as {
    checksDigest: string;
    results: Done[];
  };
  if (digest !== checksDigest()) return new Map();
  for (const { task, fault } of results) {
    // On another conformant service, other checks may find it.
    if (task.kind !== 'fault' || task.base !== undefined || !fault?.caught) continue;
    const finders = known.get(task.id) ?? new Set();
    known.set(task.id, finders);
    for (const id of fault.foundBy) finders.add(id);
  }
  return new Map([...known].map(([id, finders]) => [id, [...finders]]));
}
