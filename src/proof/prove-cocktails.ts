import { join, resolve } from 'node:path';
import type { Io } from '../vocabulary/io.ts';
import { drawCocktails } from './draw.ts';
import { type CocktailResult, judgeCocktail, knownAlone } from './judge-cocktail.ts';
import type { ProofOptions } from './options.ts';
import { createPool } from './pool.ts';
import { cocktailHead, cocktailLine, printedCocktails, summarizeCocktails } from './print-cocktails.ts';

/** Bounds for a run against many faults at once. */
const BOUNDS = {
  foundShare: 0.9,
  hiddenShare: 0.1,
  undecided: 15,
  billed: 180,
  secondsMedian: 60,
  seconds: 200,
};

/**
 * Judges services with many faults each and prints which were found: a line per service, so that an interrupted run
 * shows results too, and the figures at the end. Resolves with the exit code: 0 if the bounds hold, 1 if not.
 */
export async function proveCocktails(options: ProofOptions, io: Io): Promise<number> {
  const { cocktails: count, seed, network, jobs } = options;
  const begun = performance.now();
  const known = knownAlone(join(resolve(io.cwd, options.out), 'proof-full.json'));
  io.stdout.write(`seed ${seed} (--cocktails ${count} --seed ${seed} draws the same)\n`);
  if (known.size > 0) io.stdout.write('what finds each fault alone: from the matrix of the same checks\n');
  io.stdout.write(`${cocktailHead}\n`);
  const pool = createPool(jobs);
  const all: CocktailResult[] = [];
  const left = drawCocktails(count, seed);
  const judgeNext = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) {
      all.push(await judgeCocktail(one, known, network, pool.perform));
      io.stdout.write(`${cocktailLine(all.at(-1)!)}\n`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, judgeNext));
  await pool.close();
  all.sort((a, b) => a.cocktail.seed - b.cocktail.seed);
  io.stdout.write(printedCocktails(all, (performance.now() - begun) / 1000));
  return holds(all) ? 0 : 1;
}

function holds(all: readonly CocktailResult[]): boolean {
  const { faults, undecided, billed, seconds, broken } = summarizeCocktails(all);
  return (
    broken === 0 &&
    faults.found >= BOUNDS.foundShare * (faults.alone - faults.hidden) &&
    faults.hidden <= BOUNDS.hiddenShare * faults.alone &&
    undecided.median <= BOUNDS.undecided &&
    billed.most <= BOUNDS.billed &&
    seconds.median <= BOUNDS.secondsMedian &&
    seconds.most <= BOUNDS.seconds
  );
}
