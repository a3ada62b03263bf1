import { parseArgs } from 'node:util';
import { nearestWord } from '../vocabulary/nearest.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { OPTIONS, type OptionDefinition } from './definition.ts';
import { commandLine } from './invocation.ts';

/** The text of every given option by name; switches are 'true'. */
export type Given = ReadonlyMap<string, readonly string[]>;

/**
 * Reads options from the arguments and, if they are absent there, from the environment. Lists in the environment
 * are separated by newlines or, except headers, by commas. Rejects unknown options, stray arguments and empty
 * values.
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Given {
  const given = new Map<string, string[]>();
  for (const token of tokenize(args)) {
    if (token.kind === 'positional') {
      throw new OptionError(`unexpected argument '${token.value}': see ${commandLine('--help')}`);
    }
    if (token.kind !== 'option') continue;
    const definition = OPTIONS.find((o) => o.name === token.name);
    if (!definition || !token.rawName.startsWith('--')) throw new OptionError(unknownOption(token.rawName));
    given.set(definition.name, [...(given.get(definition.name) ?? []), optionValue(definition, token.value)]);
    if (!definition.multiple && (given.get(definition.name)?.length ?? 0) > 1) {
      throw new OptionError(`--${definition.name} was given twice`);
    }
  }
  for (const definition of OPTIONS) {
    const text = definition.env && env[definition.env];
    if (!text || given.has(definition.name)) continue;
    const values = fromEnvironment(definition, text);
    if (values.length > 0) given.set(definition.name, values);
  }
  return given;
}

function tokenize(args: readonly string[]) {
  const options = Object.fromEntries(
    OPTIONS.map((o) => [
      o.name,
      { type: o.value ? ('string' as const) : ('boolean' as const), multiple: o.multiple ?? false },
    ]),
  );
  const short = { h: { type: 'boolean' as const, short: 'h' } };
  const plain = args.map((a) => (a === '-h' ? '--help' : a));
  return parseArgs({
    args: plain,
    options: { ...options, ...short },
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

function optionValue(definition: OptionDefinition, value: string | undefined): string {
  if (!definition.value) {
    if (value !== undefined) throw new OptionError(`--${definition.name} takes no value`);
    return 'true';
  }
  if (value === undefined || value === '' || value.startsWith('--')) {
    throw new OptionError(`--${definition.name} needs a value: --${definition.name} ${definition.value}`);
  }
  return value;
}

function fromEnvironment(definition: OptionDefinition, text: string): string[] {
  if (!definition.value) {
    if (['1', 'true', 'yes'].includes(text.toLowerCase())) return ['true'];
    if (['0', 'false', 'no'].includes(text.toLowerCase())) return [];
    throw new OptionError(`${definition.env} must be 1 or 0`);
  }
  if (!definition.multiple) return [text];
  return text
    .split(definition.name === 'header' ? /\n/ : /[\n,]/)
    .map((s) => s.trim())
    .filter((s) => s !== '');
}

const KEYS_ARE_NO_ARGUMENTS = 'a key cannot be an argument: set CHATSPEC_API_KEY, or use --api-key-file';

function unknownOption(name: string): string {
  if (/^--?(?:api-?key|key|token|bearer)$/i.test(name)) return KEYS_ARE_NO_ARGUMENTS;
  const words = OPTIONS.map((o) => o.name);
  const close = nearestWord(name.replace(/^-+/, ''), words);
  return `unknown option ${name}${close ? `: did you mean --${close}?` : `: see ${commandLine('--help')}`}`;
}
