import { join, resolve } from 'node:path';
import { type ConfiguredTarget, targetOptions } from '../config/targets.ts';
import type { RunOptions } from '../options/run-options.ts';
import { text } from '../options/values.ts';
import { defaultPlace, folderName, nameOfFolder } from '../run/folder.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { matrix } from './commands/matrix.ts';
import type { Guard } from './guard.ts';
import { announce } from './opening.ts';
import { run } from './run.ts';
import { writeOutputs } from './write-github-output.ts';

/** The exit code for several targets, by priority: not judged, failed, inconclusive. */
const WORST_FIRST = [2, 1, 3, 0];

/**
 * Judges targets one after the other, each into a folder with its name, and ends with the matrix. A signal ends all
 * of them. `hide` gets every target's keys before the first request. Resolves with the common exit code.
 */
export async function judgeAll(
  targets: readonly ConfiguredTarget[],
  guard: Pick<Guard, 'io' | 'line'>,
  hide: (options: RunOptions, env: NodeJS.ProcessEnv) => void,
): Promise<number> {
  const { io } = guard;
  const given = text(targets[0]!.given, 'out');
  const parent =
    given === undefined ? defaultPlace(io.cwd, folderName(Date.now(), 'all')) : resolve(io.cwd, given);
  const codes: number[] = [];
  const folders: string[] = [];
  const read = targets.map((target) => {
    const out = join(parent, nameOfFolder(target.name ?? ''));
    return { ...target, out, options: optionsOf(target, out) };
  });
  for (const { options, env } of read) if (!(options instanceof OptionError)) hide(options, env);
  for (const { name = '', out, options, env } of read) {
    io.stderr.write(`\n${guard.line(name)}\n`);
    // The outputs of the step describe all targets, not only the last one.
    const code = await judgeOne(options, {
      ...guard,
      io: { ...io, env: { ...env, GITHUB_OUTPUT: undefined } },
    });
    if (code > 128) return code;
    codes.push(code);
    if (code !== 2) folders.push(out);
  }
  if (folders.length > 0) {
    await matrix([...folders, '--out', join(parent, 'matrix.html')], io);
    writeOutputs({ report: parent }, io);
  }
  return WORST_FIRST.find((code) => codes.includes(code)) ?? 2;
}

/** Runs a target into that folder; returns the error if its report cannot be written. */
function optionsOf(target: ConfiguredTarget, out: string): RunOptions | OptionError {
  try {
    return targetOptions({ ...target, given: new Map(target.given).set('out', [out]) });
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
}

/** A target that cannot be judged does not stop the others. */
async function judgeOne(
  options: RunOptions | OptionError,
  { io, line }: Pick<Guard, 'io' | 'line'>,
): Promise<number> {
  try {
    if (options instanceof OptionError) throw options;
    announce(options, io);
    return await run(options, io);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    io.stderr.write(`chatspec: ${line(error.message)}\n`);
    return 2;
  }
}
