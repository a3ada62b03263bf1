import { resolve } from 'node:path';
import { headerVariable, isSecretHeader } from '../vocabulary/secret-headers.ts';
import { OWN_CONFIG, PROGRAMS, shellWord } from '../vocabulary/shell-word.ts';
import { OPTIONS, type OptionDefinition } from './definition.ts';
import { invocation } from './invocation.ts';
import type { Given } from './parse.ts';
import { OF_A_SIGNATURE } from './sealing.ts';
import { headerLine } from './values.ts';

/** Options that differ when one check is repeated, or that do not change the requests. */
const DROPPED = new Set([
  ...['only', 'skip', 'list', 'seed', 'shard', 'at', 'help', 'version'],
  // A key comes from the environment: a command of a foreign record must not read it from a file.
  ...['api-key-file', 'nobalance-key-file', 'other-org-key-file'],
  ...OF_A_SIGNATURE,
  ...['require', 'fail-on', 'known', 'strict-known', 'out', 'save-target', 'quiet', 'verbose', 'trace'],
]);

/** Options of a command that repeats a check: it writes no file that the reader did not choose, and signs no claims. */
export const REPEATED: ReadonlySet<string> = new Set([
  ...OPTIONS.map(({ name }) => name).filter((name) => !DROPPED.has(name)),
  ...['only', 'seed', 'at'],
]);

/**
 * The shell command that judges the same service in the same way again, without a selection and a seed. `given` are
 * the inputs in addition to a configuration, and `target` is the name of its target: the configuration provides the
 * rest. Secret headers come from the environment, as keys do.
 */
export function repeatLine(given: Given, env: NodeJS.ProcessEnv, target?: string): string {
  const kept = ({ name }: OptionDefinition) =>
    given.has(name) && (name === 'sign-key' ? isClaimedIn(env) : !DROPPED.has(name));
  const words = OPTIONS.filter(kept).flatMap((option) =>
    option.name === 'header' ? headers(given, env) : plain(option, given.get(option.name)!),
  );
  const at = target === undefined ? [] : ['--at', shellWord(target)];
  return [recordedProgram(), ...words, ...at].join(' ');
}

/** Whether the environment configures a signature: the command then signs too, and has to name the key. */
function isClaimedIn(env: NodeJS.ProcessEnv): boolean {
  return OPTIONS.some((option) => OF_A_SIGNATURE.includes(option.name) && option.env && env[option.env]);
}

/** How the command is started again without a path: a record is read elsewhere, and names no program by its path. */
function recordedProgram(): string {
  const own = invocation();
  return PROGRAMS.find((program) => program === own) ?? (IN_CLONE ? PROGRAMS[0] : PROGRAMS[2]);
}

const IN_CLONE = import.meta.url.endsWith('.ts');
/** Whether the command, `npm start`, resolves relative paths from another folder than this process does. */
const MOVES = IN_CLONE && process.env.npm_lifecycle_event !== 'start';

function plain({ name, value }: OptionDefinition, values: readonly string[]): string[] {
  if (value === undefined) return [`--${name}`];
  if (name === 'config') return [OWN_CONFIG];
  const text = (v: string) => (value === 'FILE' && MOVES ? resolve(v) : v);
  return values.flatMap((v) => [`--${name}`, shellWord(text(v))]);
}

function headers(given: Given, env: NodeJS.ProcessEnv): string[] {
  if (env.CHATSPEC_HEADER) return [];
  return (given.get('header') ?? []).map((line) => {
    const [name, value] = headerLine(line);
    if (!isSecretHeader(name, value, given.get('secret-header'))) return `--header ${shellWord(line)}`;
    return `--header "${name.replace(/[^\w-]/g, '')}: $${headerVariable(name)}"`;
  });
}
