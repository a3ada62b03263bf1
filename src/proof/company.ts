import type { Cocktail } from './draw.ts';
import type { Done, Task } from './tasks.ts';

/** What became of one fault among eleven others. */
export interface Fate {
  id: string;
  /** The checks that find it alone. */
  alone: readonly string[];
  /** Those of them that were red in company as well. */
  found: readonly string[];
  /** Another fault of the company: switched off, this one is found. */
  hiddenBy?: string;
  /** What the checks that find it alone said in company instead. */
  instead: readonly string[];
}

/** One service with many faults, and what the suite made of it. */
export interface Companion {
  cocktail: Cocktail;
  done: Done;
  fates: readonly Fate[];
  /** Undecided checks of level must. */
  undecided: number;
}

/** The trials of a company: each fault alone with the same seed, and all together. */
export function companyTasks(cocktails: readonly Cocktail[], network: boolean): Task[] {
  return [
    ...cocktails.map(({ seed, ids }): Task => ({ kind: 'together', ids, seed, network })),
    ...cocktails.flatMap(({ seed, ids }) => ids.map((id): Task => ({ kind: 'fault', id, seed, network }))),
  ];
}

/** Holds what was found together against what is found alone. */
export function companions(cocktails: readonly Cocktail[], results: readonly Done[]): Companion[] {
  const alone = new Map<string, Done>();
  const together = new Map<number, Done>();
  for (const done of results) {
    if (done.task.kind === 'fault') alone.set(`${done.task.seed} ${done.task.id}`, done);
    if (done.task.kind === 'together') together.set(done.task.seed, done);
  }
  return cocktails.flatMap((cocktail) => {
    const done = together.get(cocktail.seed);
    if (!done) return [];
    const fates = cocktail.ids.flatMap((id) => fateOf(id, alone.get(`${cocktail.seed} ${id}`), done));
    const undecided = done.together?.undecided.filter(({ level }) => level === 'must').length ?? 0;
    return [{ cocktail, done, fates, undecided }];
  });
}

/** The fate of a fault; nothing where it is not found alone either. */
function fateOf(id: string, alone: Done | undefined, together: Done): Fate[] {
  if (!alone?.fault?.caught) return [];
  const finders = alone.fault.foundBy;
  const red = new Set(together.together?.red);
  const undecided = new Map(together.together?.undecided.map((u) => [u.id, u]));
  const instead = finders.map((check) => {
    const doubt = undecided.get(check);
    const why = doubt ? `${doubt.blockedBy ? `by ${doubt.blockedBy}: ` : ''}${doubt.message}` : '';
    return `${check} ${together.verdicts[check] ?? together.together?.refused ?? together.error ?? 'never ran'}${why && `: ${why}`}`;
  });
  return [{ id, alone: finders, found: finders.filter((check) => red.has(check)), instead }];
}

/** Trials that show who hides a lost fault: the same company with one of the others switched off. */
export function withoutTasks(all: readonly Companion[], network: boolean): Task[] {
  return all.flatMap(({ cocktail: { seed, ids }, fates }) => {
    const lost = fates.filter(({ found }) => found.length === 0).map(({ id }) => id);
    if (lost.length === 0) return [];
    return ids
      .filter((hider) => lost.some((id) => id !== hider))
      .map((hider): Task => ({ kind: 'together', ids: ids.filter((id) => id !== hider), seed, network }));
  });
}

/** Names for each lost fault who hid it, if switching off a single one of the others brings it back. */
export function withHiders(all: readonly Companion[], without: readonly Done[]): Companion[] {
  return all.map((companion) => {
    const { seed, ids } = companion.cocktail;
    const trials = without.filter(({ task }) => task.kind === 'together' && task.seed === seed);
    const hiderOf = (fate: Fate): string | undefined => {
      for (const { task, together } of trials) {
        const left = task.kind === 'together' ? task.ids : [];
        if (left.includes(fate.id) && fate.alone.some((check) => together?.red.includes(check)))
          return ids.find((id) => !left.includes(id));
      }
      return undefined;
    };
    const fates = companion.fates.map((fate) => {
      const hiddenBy = fate.found.length === 0 ? hiderOf(fate) : undefined;
      return hiddenBy === undefined ? fate : { ...fate, hiddenBy };
    });
    return { ...companion, fates };
  });
}
