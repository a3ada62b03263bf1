import { configuredTargets } from '../../config/targets.ts';
import { readOptions } from '../../options/parse.ts';
import { runOptions } from '../../options/run-options.ts';
import type { Io } from '../../vocabulary/io.ts';
import { listChecks } from './list-checks.ts';

/** `list [WHAT…] [options of a run]`: lists the checks that would run; sends nothing. */
export async function list(args: string[], io: Io): Promise<number> {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  const wanted = first === -1 ? args : args.slice(0, first);
  const options = first === -1 ? [] : args.slice(first);
  const given = readOptions([...wanted.flatMap((what) => ['--only', what]), ...options, '--list'], io.env);
  const [{ given: completed, env }] = await configuredTargets(given, io);
  io.stdout.write(listChecks(runOptions(completed, env)));
  return 0;
}
