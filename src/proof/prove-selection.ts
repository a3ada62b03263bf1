import { FAULTS } from '../../reference/src/deviations/index.ts';
import { globOver } from '../vocabulary/glob.ts';
import type { Io } from '../vocabulary/io.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { ProofOptions } from './options.ts';
import { performAll } from './pool.ts';
import { progress } from './progress.ts';
import type { Done } from './tasks.ts';

/**
 * Judges services with one fault each twice, with all checks and without a drawn half of those that do not find it.
 * Prints each verdict that changed into another decided one. Resolves with the exit code: 0 if there was none, 1
 * otherwise.
 */
export async function proveSelection(options: ProofOptions, io: Io): Promise<number> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const drawn = drawFaults(options);
  const { step, tell, end } = progress(drawn.length, io, seconds);
  const { seed } = options;
  const tasks = drawn.map((id) => ({ kind: 'selection' as const, id, seed, network: false }));
  const all = await performAll(tasks, options.jobs, (done) => {
    step();
    for (const line of troublesOf(done)) tell(line);
  });
  end();
  const troubled = all.filter((done) => troublesOf(done).length > 0);
  io.stdout.write(
    `selections that changed no verdict  ${all.length - troubled.length} of ${all.length} (seed ${seed})\n` +
      `checks held against each other      ${all.reduce((sum, { selection }) => sum + (selection?.found ?? 0), 0)}\n` +
      `time                                ${seconds().toFixed(1)} s\n` +
      troubled
        .flatMap(troublesOf)
        .map((line) => `${line}\n`)
        .join(''),
  );
  return troubled.length === 0 ? 0 : 1;
}

function troublesOf({ task, selection, error }: Done): string[] {
  const id = task.kind === 'selection' ? task.id : '';
  if (!selection) return [`broke: ${id}: ${error}`];
  return selection.changed.map((line) => `changed: ${id}: ${line}`);
}

/** The requested number of faults that are decidable without Python, drawn by the seed. */
function drawFaults({ selection, only, seed }: ProofOptions): string[] {
  const random = randomStream(`faults of selections ${seed}`);
  const isWanted = only.length > 0 ? globOver(only) : () => true;
  return FAULTS.filter(({ id, undecidable, settings }) => isWanted(id) && !undecidable && !settings?.clients)
    .map(({ id }) => ({ id, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, selection)
    .map(({ id }) => id);
}
