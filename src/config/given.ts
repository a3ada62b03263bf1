import { dirname, resolve } from 'node:path';
import type { Given } from '../options/parse.ts';
import { ConfigError } from '../vocabulary/option-error.ts';
import type { SecretSource, TargetConfig } from './define.ts';
import type { LoadedConfig } from './load.ts';
import { isPath, KEY_MEMBERS, memberOf, PLAIN_OPTIONS } from './members.ts';

/** The inputs of a run after the configuration is applied. */
export interface Completed {
  given: Given;
  /** The environment, with the keys under the names that chatspec expects. */
  env: NodeJS.ProcessEnv;
}

/**
 * Adds the configuration to options and environment, which take precedence. `target` is a name from `targets`, or
 * undefined for a configuration of one target. Rejects with `ConfigError` if a variable that it names is not set.
 */
export function withConfig(
  given: Given,
  env: NodeJS.ProcessEnv,
  { config, file }: LoadedConfig,
  target?: string,
): Completed {
  const { targets, ...common } = config;
  const chosen: TargetConfig = { ...common, ...(target === undefined ? {} : targets?.[target]) };
  const folder = dirname(file);
  const filled = new Map(given);
  for (const option of PLAIN_OPTIONS) {
    const value = (chosen as Record<string, unknown>)[memberOf(option.name)];
    if (value === undefined || filled.has(option.name)) continue;
    if (option.value === undefined) {
      if (value === true) filled.set(option.name, ['true']);
      continue;
    }
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    filled.set(option.name, isPath(option) ? texts.map((text) => resolve(folder, text)) : texts);
  }
  const headers = headersOf(chosen, env);
  if (headers.length > 0) filled.set('header', [...headers, ...(given.get('header') ?? [])]);
  // A variable's name in place of a value keeps the value out of the file.
  const secret = Object.entries(chosen.header ?? {}).filter(([, value]) => typeof value !== 'string');
  if (secret.length > 0) {
    filled.set('secret-header', [...(filled.get('secret-header') ?? []), ...secret.map(([name]) => name)]);
  }
  return { given: filled, env: withKeys(chosen, filled, env, folder) };
}

function headersOf({ header = {} }: TargetConfig, env: NodeJS.ProcessEnv): string[] {
  return Object.entries(header).map(([name, value]) => {
    const text = typeof value === 'string' ? value : variable(value.env, `the header ${name}`, env);
    return `${name}: ${text}`;
  });
}

function withKeys(
  config: TargetConfig,
  given: Map<string, readonly string[]>,
  env: NodeJS.ProcessEnv,
  folder: string,
): NodeJS.ProcessEnv {
  const found = { ...env };
  for (const key of KEY_MEMBERS) {
    const source: SecretSource | undefined = config[key.member];
    if (source === undefined || given.has(key.option) || env[key.variable]) continue;
    if ('file' in source) given.set(key.option, [resolve(folder, source.file)]);
    else found[key.variable] = variable(source.env, key.member, env);
  }
  return found;
}

function variable(name: string, wanted: string, env: NodeJS.ProcessEnv): string {
  const value = env[name];
  if (!value) throw new ConfigError(`the configuration reads ${wanted} from ${name}, which is not set`);
  return value;
}
