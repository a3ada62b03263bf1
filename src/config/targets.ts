import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { KNOWN_FILE } from '../known/known-file.ts';
import { commandLine } from '../options/invocation.ts';
import type { Given } from '../options/parse.ts';
import { repeatLine } from '../options/repeat.ts';
import { type RunOptions, runOptions } from '../options/run-options.ts';
import { text } from '../options/values.ts';
import type { Io } from '../vocabulary/io.ts';
import { didYouMean } from '../vocabulary/nearest.ts';
import { ConfigError } from '../vocabulary/option-error.ts';
import { type Completed, withConfig } from './given.ts';
import { type LoadedConfig, loadConfig } from './load.ts';

/** One target to judge; `name` is its name in the configuration, if it has one. */
export interface ConfiguredTarget extends Completed {
  name?: string;
  /** The shell command that judges this target again, without a selection and a seed. */
  repeat: string;
  /** The source of the base URL: an option, a variable of the environment, or the configuration file. */
  baseUrlSource?: string;
}

/** The options of a run of this target. Rejects with `ConfigError`. */
export function targetOptions({ given, env, repeat, baseUrlSource }: ConfiguredTarget): RunOptions {
  return {
    ...runOptions(given, env),
    repeat,
    ...(baseUrlSource !== undefined && { baseUrlSource }),
  };
}

/** Variables that would send one target's key or address to all other targets. */
const OF_ONE_TARGET = [
  'CHATSPEC_BASE_URL',
  'CHATSPEC_API_KEY',
  'CHATSPEC_NOBALANCE_KEY',
  'CHATSPEC_OTHER_ORG_KEY',
];

/**
 * The targets to judge after the configuration of the working folder (or `--config`) is applied: one target, or
 * with `--at all` every named one. Options override the environment, and the environment overrides the
 * configuration. Rejects with `ConfigError`.
 */
export async function configuredTargets(
  given: Given,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<[ConfiguredTarget, ...ConfiguredTarget[]]> {
  const named = text(given, 'config');
  const at = text(given, 'at');
  const loaded = given.has('no-config')
    ? undefined
    : await loadConfig(io.cwd, named === undefined ? undefined : resolve(io.cwd, named));
  if (!loaded && at !== undefined) {
    throw new ConfigError(`--at ${at}: there is no configuration; create one with ${commandLine('init')}`);
  }
  const names = loaded ? chosenNames(loaded, at, io.env) : [undefined];
  const [first, ...rest] = names.map((name) => targetOf(name, loaded, given, io));
  return [first!, ...rest];
}

/** The names of the chosen targets; undefined for a configuration of one target. */
function chosenNames(
  { config }: LoadedConfig,
  at: string | undefined,
  env: NodeJS.ProcessEnv,
): (string | undefined)[] {
  const names = Object.keys(config.targets ?? {});
  if (at === undefined && names.length === 0) return [undefined];
  if (at === 'all' && names.length > 0) {
    const shared = OF_ONE_TARGET.find((variable) => env[variable]);
    if (!shared) return names;
    throw new ConfigError(
      `--at all: ${shared} would apply to every target; unset it, since each target has its own`,
    );
  }
  const name = at ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || !names.includes(name)) throw new ConfigError(whichTarget(at, names));
  return [name];
}

function targetOf(
  name: string | undefined,
  loaded: LoadedConfig | undefined,
  given: Given,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
): ConfiguredTarget {
  const completed = loaded ? withConfig(given, env, loaded, name) : { given, env };
  const all = new Map(completed.given);
  // A file of accepted findings in the working folder is the default of `--known`.
  const known = resolve(cwd, KNOWN_FILE);
  if (!all.has('known') && !all.has('no-config') && existsSync(known)) all.set('known', [known]);
  const baseUrlSource = all.has('base-url') ? sourceOf(text(given, 'base-url'), loaded, cwd, env) : undefined;
  return {
    given: all,
    env: completed.env,
    repeat: repeatLine(given, env, name),
    ...(name !== undefined && { name }),
    ...(baseUrlSource !== undefined && { baseUrlSource }),
  };
}

/** The source of the base URL, which is printed: the author of a configuration decides where the key is sent. */
function sourceOf(
  given: string | undefined,
  loaded: LoadedConfig | undefined,
  cwd: string,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (given === undefined) return loaded && relative(cwd, loaded.file);
  return given === env.CHATSPEC_BASE_URL ? 'CHATSPEC_BASE_URL' : '--base-url';
}

function whichTarget(at: string | undefined, names: readonly string[]): string {
  const list = names.join(', ');
  if (at === undefined)
    return `the configuration has the targets ${list}: choose one with --at NAME, or all with --at all`;
  if (names.length === 0) return `--at ${at}: the configuration has no named targets`;
  return `--at ${at}: there is no such target${didYouMean(at, names, `; there are ${list}`)}`;
}
