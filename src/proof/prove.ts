import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FAULTS } from '../../reference/src/deviations/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { checksDigest } from '../run/digest.ts';
import { SUITE_VERSION } from '../run/suite.ts';
import type { Io } from '../vocabulary/io.ts';
import { BASES, hiddenOn } from './bases.ts';
import { type ProofOptions, proofOptions, USAGE } from './options.ts';
import { performAll } from './pool.ts';
import { adviceOnAccused, clipped, printed } from './print.ts';
import { progress } from './progress.ts';
import { proveCocktails } from './prove-cocktails.ts';
import { storedProof } from './stored-proof.ts';
import { holds, type ProofSummary, provedBy, SHOWN, summarize } from './tally.ts';
import { tasksNear, tasksOf } from './task-list.ts';
import type { Done, Task } from './tasks.ts';

/**
 * Runs the matrix and prints its results. Resolves with the exit code: 0 if every fault was caught and no variant
 * caused a finding, 1 if not, 2 for an invalid option. A whole matrix writes its full result; a matrix of all bases
 * also writes `proof.json`, which reports quote.
 */
export async function prove(args: readonly string[], io: Io): Promise<number> {
  let options: ProofOptions | 'help';
  try {
    options = proofOptions(args);
  } catch (error) {
    io.stderr.write(`prove: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  if (options === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  if (options.cocktails > 0) return proveCocktails(options, io);
  const { seed, seeds, only, near } = options;
  const isPart = only.length > 0 || near !== undefined;
  const begun = performance.now();
  const shownBy = new Map(
    Object.entries(storedProof().provedBy).flatMap(([check, faults]) => faults.map((id) => [id, check])),
  );
  const tasks =
    near === undefined
      ? Array.from({ length: seeds }, (_, i) => tasksOf(seed + i, options, shownBy)).flat()
      : tasksNear(near, new Set(storedProof().provedBy[near]?.slice(0, SHOWN)), options);
  if (tasks.length === seeds) {
    io.stderr.write('prove: --only matches no fault and no variant\n');
    return 2;
  }
  const results = await performShown(tasks, options.jobs, io);
  const seconds = (performance.now() - begun) / 1000;
  const summary = summarize(
    results,
    CHECKS.filter((check) => inProfile(check, 'standard')),
  );
  io.stdout.write(printed(isPart ? { ...summary, idle: [] } : summary, seconds));
  if (near !== undefined) io.stdout.write(adviceOnAccused(summary, near));
  if (!isPart) write(resolve(io.cwd, options.out), options, summary, results, seconds);
  return holds(summary) ? 0 : 1;
}

function write(
  folder: string,
  options: ProofOptions,
  summary: ProofSummary,
  results: readonly Done[],
  seconds: number,
): void {
  mkdirSync(folder, { recursive: true });
  const { faults, variants, combinations, bases } = summary;
  const proof = {
    sentence: `this suite catches ${faults.caught} of ${faults.known} known faults and is silent on ${variants.leftAlone} of ${variants.known} conforming variants and ${combinations.leftAlone} of ${combinations.known} combinations of them`,
    date: new Date().toISOString().slice(0, 10),
    suiteVersion: SUITE_VERSION,
    checksDigest: checksDigest(),
    faults,
    variants,
    combinations,
    bases,
    hiddenOnBases: hiddenFaults(options),
    seeds: options.seeds,
    idleChecks: summary.idle.length,
    ...(options.whole && { faultsWithUnrelatedFindings: new Set(summary.unrelated.map((u) => u.id)).size }),
    provedBy: provedBy(results),
  };
  if (options.bases === 'all')
    writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(proof, null, 2)}\n`);
  writeFileSync(
    join(folder, 'proof-full.json'),
    `${JSON.stringify({ ...proof, seconds, ...summary, results })}\n`,
  );
}

/** How many faults cannot show on each of the other bases, by reason. */
function hiddenFaults({ seed, seeds }: ProofOptions): Record<string, Record<string, number>> {
  const hidden: Record<string, Record<string, number>> = {};
  for (const base of BASES) {
    const reasons: Record<string, number> = {};
    for (const fault of FAULTS) {
      const why = Array.from({ length: seeds }, (_, i) => hiddenOn(fault, base, seed + i)).find(Boolean);
      if (why) reasons[why] = (reasons[why] ?? 0) + 1;
    }
    hidden[base] = reasons;
  }
  return hidden;
}

/** Does the tasks, reports progress, and reports failures at once: a whole proof takes hours. */
async function performShown(tasks: readonly Task[], jobs: number, io: Io): Promise<Done[]> {
  const begun = performance.now();
  const { step, tell, end } = progress(tasks.length, io, () => (performance.now() - begun) / 1000);
  const results = await performAll(tasks, jobs, (done) => {
    step();
    for (const line of troublesOf(done)) tell(line);
  });
  end();
  return results;
}

/** The failures of a single task. */
function troublesOf(done: Done): string[] {
  const { missed, accused, broken } = summarize([done], []);
  return [
    ...missed.map(({ id, seed, why }) => `not caught: ${id} (seed ${seed})${why && `: ${clipped(why)}`}`),
    ...accused.map(
      ({ ids, seed, complaints }) =>
        `accused: ${ids.join('+') || 'the reference service'} (seed ${seed}): ${clipped(complaints[0] ?? '')}`,
    ),
    ...broken.map(({ task, error }) => `broke: ${task}: ${error}`),
  ];
}
