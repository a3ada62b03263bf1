import type { CocktailResult, FaultOutcome } from './judge-cocktail.ts';

/** The results of the combinations, as figures. */
export interface CocktailSummary {
  cocktails: number;
  /** Faults that are found alone, and their outcomes in combination. */
  faults: { alone: number; found: number; hidden: number; lost: number };
  undecided: Spread;
  billed: Spread;
  /** Seconds on the run's own clock. */
  seconds: Spread;
  broken: number;
}

interface Spread {
  median: number;
  most: number;
}

/** Adds up the combinations. */
export function summarizeCocktails(all: readonly CocktailResult[]): CocktailSummary {
  const outcomes = all.flatMap((result) => result.outcomes);
  const found = outcomes.filter((outcome) => outcome.found.length > 0).length;
  const hidden = outcomes.filter((outcome) => outcome.hiddenBy !== undefined).length;
  return {
    cocktails: all.length,
    faults: { alone: outcomes.length, found, hidden, lost: outcomes.length - found - hidden },
    undecided: spread(all.map((c) => c.undecided)),
    billed: spread(all.map((c) => c.done.billed)),
    seconds: spread(all.map((c) => Math.round(c.done.clockMs / 1000))),
    broken: all.filter((c) => c.done.error !== undefined).length,
  };
}

/** The figures, followed by lost faults and frequent blockers, one line each. */
export function printedCocktails(all: readonly CocktailResult[], seconds: number): string {
  const { faults, undecided, billed, seconds: clock, broken, cocktails } = summarizeCocktails(all);
  const share = (part: number) => `${((100 * part) / Math.max(1, faults.alone)).toFixed(1)} %`;
  const shown = (s: Spread) => `${s.median} in the median, ${s.most} at most`;
  return [
    `cocktails            ${cocktails}, seeds ${all[0]?.cocktail.seed ?? 0} to ${all.at(-1)?.cocktail.seed ?? 0}`,
    `found in cocktails   ${faults.found} of ${faults.alone} that are found alone (${share(faults.found)})`,
    `hidden by another    ${faults.hidden} (${share(faults.hidden)}); lost ${faults.lost}`,
    `undecided must       ${shown(undecided)}`,
    `billed completions   ${shown(billed)}`,
    `seconds of the run   ${shown(clock)}`,
    `broken trials        ${broken}`,
    `said what is not so  ${all.reduce((sum, { done }) => sum + done.untrue.length, 0)}`,
    `time                 ${seconds.toFixed(1)} s`,
    '',
    'What blocked most: undecided must checks by the check that they name',
    ...blockers(all),
    '',
    'Faults that were lost, with what the checks that find them alone said instead',
    ...all.flatMap(({ cocktail, outcomes }) =>
      outcomes
        .filter(({ found }) => found.length === 0)
        .flatMap((outcome) => lostLines(cocktail.seed, outcome)),
    ),
    ...all.flatMap(({ cocktail, done }) =>
      done.untrue.map((text) => `not so, seed ${cocktail.seed}: ${text}`),
    ),
    ...all.filter((c) => c.done.error).map((c) => `broken, seed ${c.cocktail.seed}: ${c.done.error}`),
    '',
  ].join('\n');
}

/** The header of the lines of `companyLine`. */
export const cocktailHead = '  seed  found  lost  undecided  billed  seconds';

/** One service with many faults, in a line. */
export function cocktailLine({ cocktail, done, outcomes, undecided }: CocktailResult): string {
  const found = outcomes.filter((outcome) => outcome.found.length > 0).length;
  const cells: [number, number][] = [
    [found, 5],
    [outcomes.length - found, 4],
    [undecided, 9],
    [done.billed, 6],
    [Math.round(done.clockMs / 1000), 7],
  ];
  const refused = done.together?.refused ? `  ${done.together.refused}` : '';
  return `${String(cocktail.seed).padStart(6)}  ${cells.map(([n, width]) => String(n).padStart(width)).join('  ')}${refused}`;
}

function blockers(all: readonly CocktailResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { done } of all) {
    for (const { level, blockedBy, message } of done.together?.undecided ?? []) {
      if (level !== 'must') continue;
      const cause = blockedBy ?? `(a reason of its own: ${message.slice(0, 80)})`;
      counts.set(cause, (counts.get(cause) ?? 0) + 1);
    }
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 40);
  return most.map(([cause, count]) => `  ${String(count).padStart(4)}  ${cause}`);
}

function lostLines(seed: number, { id, hiddenBy, instead }: FaultOutcome): string[] {
  const head = `  ${id} (seed ${seed})${hiddenBy ? `, hidden by ${hiddenBy}` : ''}`;
  return [head, ...instead.slice(0, 3).map((text) => `      ${text.slice(0, 200)}`)];
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
}
