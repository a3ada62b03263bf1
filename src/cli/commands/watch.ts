import { resolve } from 'node:path';
import { configuredTargets } from '../../config/targets.ts';
import { createRedactor, secretsOf } from '../../http/redact.ts';
import { readOptions } from '../../options/parse.ts';
import { runOptions } from '../../options/run-options.ts';
import { catchInterrupts, INTERRUPTS } from '../../run/interrupts.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { watch as watchService } from '../../watch/watch.ts';
import { watchOptions } from '../../watch/watch-options.ts';

/**
 * `watch --every 10m --out DIR [options of a run]`: runs the smoke profile repeatedly; 0 if it ends after
 * `--rounds`, otherwise the usual code of the signal that ended it.
 */
export async function watch(args: string[], io: Io): Promise<number> {
  const options = watchOptions(args);
  const given = readOptions(options.run, io.env);
  const [target, ...others] = await configuredTargets(given, io);
  if (others.length > 0) throw new OptionError('watch judges one target: choose it with --at');
  const completed = new Map(target.given);
  if (!completed.has('profile')) {
    completed.set('profile', ['smoke']);
    options.run.push('--profile', 'smoke');
  }
  const { embedded, settings, keys } = runOptions(completed, target.env);
  if (embedded || !keys)
    throw new OptionError('watch needs a service: set --base-url, or create a configuration with init');
  if (settings.shard) throw new OptionError('watch does not support --shard');
  const interrupts = catchInterrupts((name) => {
    io.stderr.write(`${name}: finishing the current round; press again to stop at once\n`);
  });
  try {
    await watchService({
      options,
      folder: resolve(io.cwd, options.out),
      settings,
      target: createRedactor(secretsOf(settings, keys, target.env)).text(settings.baseUrl),
      skip: completed.get('skip') ?? [],
      seeded: completed.has('seed'),
      cwd: io.cwd,
      env: io.env,
      signal: interrupts.signal,
      say: (line) => io.stdout.write(`${line}\n`),
    });
    return interrupts.received ? INTERRUPTS[interrupts.received] : 0;
  } finally {
    interrupts.release();
  }
}
