import type { Io } from '../vocabulary/io.ts';
import { companions, companyTasks, withHiders, withoutTasks } from './company.ts';
import { drawCocktails } from './draw.ts';
import type { ProofOptions } from './options.ts';
import { performShown } from './perform-shown.ts';
import { printedCompany, summarizeCompany } from './print-company.ts';

/** What a run against many faults at once has to keep. */
const BOUNDS = {
  foundShare: 0.9,
  hiddenShare: 0.1,
  undecided: 15,
  billed: 180,
  secondsMedian: 60,
  seconds: 200,
};

/**
 * Judges services that have many faults at once and prints what of them was found. Resolves with the exit code: 0 when
 * the bounds hold, 1 when not.
 */
export async function proveInCompany(options: ProofOptions, io: Io): Promise<number> {
  const { cocktails: count, seed, network, jobs } = options;
  const begun = performance.now();
  io.stdout.write(`seed ${seed} (--cocktails ${count} --seed ${seed} draws the same)\n`);
  const cocktails = drawCocktails(count, seed);
  const seen = companions(cocktails, await performShown(companyTasks(cocktails, network), jobs, io));
  const all = withHiders(seen, await performShown(withoutTasks(seen, network), jobs, io));
  io.stdout.write(printedCompany(all, (performance.now() - begun) / 1000));
  const { faults, undecided, billed, seconds, broken } = summarizeCompany(all);
  const holds =
    broken === 0 &&
    faults.found >= BOUNDS.foundShare * (faults.alone - faults.hidden) &&
    faults.hidden <= BOUNDS.hiddenShare * faults.alone &&
    undecided.median <= BOUNDS.undecided &&
    billed.most <= BOUNDS.billed &&
    seconds.median <= BOUNDS.secondsMedian &&
    seconds.most <= BOUNDS.seconds;
  return holds ? 0 : 1;
}
