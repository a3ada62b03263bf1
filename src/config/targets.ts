import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { KNOWN_FILE } from '../known/known-file.ts';
import { commandLine } from '../options/invocation.ts';
import type { Given } from '../options/parse.ts';
import { repeatLine } from '../options/repeat.ts';
import { type RunOptions, runOptions } from '../options/run-options.ts';
import { text } from '../options/values.ts';
import type { Io } from '../vocabulary/io.ts';
import { nearestWord } from '../vocabulary/nearest.ts';
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
  const targets = loaded
    ? targetsOf(loaded, at, given, io.env)
    : [{ given, env: io.env, repeat: repeatLine(given, io.env) }];
  if (!loaded && at !== undefined) {
    throw new ConfigError(`--at ${at}: there is no configuration; create one with ${commandLine('init')}`);
  }
  const file = loaded && relative(io.cwd, loaded.file);
  const [first, ...rest] = targets.map((target) =>
    withBaseUrlSource(withKnownFile(target, io.cwd), given, io.env, file),
  );
  return [first!, ...rest];
}

/** A file of accepted findings in the working folder is the default of `--known`. */
function withKnownFile(target: ConfiguredTarget, cwd: string): ConfiguredTarget {
  const file = resolve(cwd, KNOWN_FILE);
  if (target.given.has('known') || target.given.has('no-config') || !existsSync(file)) return target;
  return { ...target, given: new Map(target.given).set('known', [file]) };
}

/** Prints the source of the base URL: the author of a configuration decides where the key is sent. */
function withBaseUrlSource(
  target: ConfiguredTarget,
  given: Given,
  env: NodeJS.ProcessEnv,
  file: string | undefined,
): ConfiguredTarget {
  if (!target.given.has('base-url')) return target;
  const named = text(given, 'base-url');
  const beside = named === env.CHATSPEC_BASE_URL ? 'CHATSPEC_BASE_URL' : '--base-url';
  const baseUrlSource = named === undefined ? file : beside;
  return baseUrlSource === undefined ? target : { ...target, baseUrlSource };
}

function targetsOf(
  loaded: LoadedConfig,
  at: string | undefined,
  given: Given,
  env: NodeJS.ProcessEnv,
): ConfiguredTarget[] {
  const names = Object.keys(loaded.config.targets ?? {});
  if (at === 'all' && names.length > 0) return allOf(loaded, names, given, env);
  if (at === undefined && names.length === 0) {
    return [{ ...withConfig(given, env, loaded), repeat: repeatLine(given, env) }];
  }
  const name = at ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || !names.includes(name)) throw new ConfigError(whichTarget(at, names));
  return [oneOf(loaded, name, given, env)];
}

function allOf(
  loaded: LoadedConfig,
  names: readonly string[],
  given: Given,
  env: NodeJS.ProcessEnv,
): ConfiguredTarget[] {
  const shared = OF_ONE_TARGET.find((variable) => env[variable]);
  if (shared) {
    throw new ConfigError(
      `--at all: ${shared} would apply to every target; unset it, since each target has its own`,
    );
  }
  return names.map((name) => oneOf(loaded, name, given, env));
}

function oneOf(loaded: LoadedConfig, name: string, given: Given, env: NodeJS.ProcessEnv): ConfiguredTarget {
  return { ...withConfig(given, env, loaded, name), name, repeat: repeatLine(given, env, name) };
}

function whichTarget(at: string | undefined, names: readonly string[]): string {
  const list = names.join(', ');
  if (at === undefined)
    return `the configuration has the targets ${list}: choose one with --at NAME, or all with --at all`;
  if (names.length === 0) return `--at ${at}: the configuration has no named targets`;
  const near = nearestWord(at, names);
  return `--at ${at}: there is no such target${near ? `: did you mean ${near}?` : `; there are ${list}`}`;
}
