import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestWord } from '../../vocabulary/nearest.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

/** The options and operands of a command; throws `OptionError` for unknown ones. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  operands: { least: number; most: number; usage: string },
) {
  const parsed = parse(args, options, operands.usage);
  const count = parsed.positionals.length;
  if (count < operands.least || count > operands.most)
    throw new OptionError(`usage: chatspec ${operands.usage}`);
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
    throw new OptionError(
      near === undefined ? `${first}; usage: chatspec ${usage}` : `${first}: did you mean --${near}?`,
    );
  }
}
