import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { usageLine } from '../../options/help.ts';
import { nearestWord } from '../../vocabulary/nearest.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

/**
 * The options and operands of a command, as many as it takes at least and at most; throws `OptionError`, with its line of
 * usage, for others.
 */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: readonly string[],
  options: O,
  [least, most]: readonly [least: number, most: number],
) {
  const usage = `usage: ${usageLine(command)}`;
  const parsed = parse(args, options, usage);
  const count = parsed.positionals.length;
  if (count < least || count > most) throw new OptionError(usage);
  return parsed;
}

/** The path of a page: the file that the user named, or the usual name in an existing folder. */
export function pageFile(path: string, name: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, name) : path;
}

function parse<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [first] = (error as Error).message.split(/[.\n]/);
    const [, unknown = ''] = /^Unknown option '--([\w-]+)/.exec(first ?? '') ?? [];
    const near = nearestWord(unknown, Object.keys(options));
    throw new OptionError(near === undefined ? `${first}; ${usage}` : `${first}: did you mean --${near}?`);
  }
}
