import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createScanner, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { readNamed } from '../files/named-file.ts';
import { ConfigError } from '../vocabulary/option-error.ts';
import type { ChatspecConfig } from './define.ts';
import {
  type Position,
  positionAt,
  positionInJson,
  positionInProgram,
  positionOfSyntaxError,
  positionOfThrow,
} from './position.ts';
import { firstProblem } from './validate.ts';

/** A configuration that was found and is well formed. */
export interface LoadedConfig {
  file: string;
  config: ChatspecConfig;
}

const PROGRAMS = ['chatspec.config.ts', 'chatspec.config.mts', 'chatspec.config.js', 'chatspec.config.mjs'];
const PLACES = [...PROGRAMS, 'chatspec.config.json', 'package.json'];

/** Objects and lists within each other: nothing here has more than five. */
const DEEPEST = 100;

/**
 * The configuration of a folder, or the one that `--config` names; undefined when there is none. Only this folder is
 * looked at, and nothing is fetched. Rejects with `ConfigError` that says file, line and column.
 */
export async function loadConfig(cwd: string, named?: string): Promise<LoadedConfig | undefined> {
  const file = named ?? PLACES.map((name) => join(cwd, name)).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const shownName = shown(file, cwd);
  if (!/\.(?:[mc]?[jt]s|json)$/.test(file) || /\.c[jt]s$/.test(file)) {
    throw new ConfigError(`cannot read --config ${shownName}: give a .ts, .mts, .js, .mjs or .json file`);
  }
  const text = readNamed(file, named === undefined ? shownName : `--config ${shownName}`).toString();
  const config = file.endsWith('.json') ? parseJsonc(file, text, cwd) : await run(file, cwd);
  if (config === undefined) return undefined;
  const problem = firstProblem(config);
  if (problem) {
    const at = file.endsWith('.json')
      ? positionInJson(text, isPackage(file) ? ['chatspec', ...problem.path] : problem.path)
      : positionInProgram(text, problem.path);
    throw new ConfigError(`${place(file, cwd, at)}: ${problem.message}`);
  }
  return { file, config: config as ChatspecConfig };
}

const isPackage = (file: string) => basename(file) === 'package.json';

/** What a JSON file with comments holds, of a package its own member; undefined when it is empty. */
function parseJsonc(file: string, content: string, cwd: string): unknown {
  const deep = offsetOfDepth(content);
  if (deep !== undefined) {
    throw new ConfigError(
      `${place(file, cwd, positionAt(content, deep))}: nested deeper than ${DEEPEST} levels`,
    );
  }
  if (content.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const value: unknown = parse(content, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const what = printParseErrorCode(first.error)
      .replace(/([A-Z])/g, ' $1')
      .trim()
      .toLowerCase();
    throw new ConfigError(`${place(file, cwd, positionAt(content, first.offset))}: invalid JSON (${what})`);
  }
  return isPackage(file) ? (value as { chatspec?: unknown } | null)?.chatspec : value;
}

/** Where a text is nested so deep that its parser, which calls itself for each level, would break. */
function offsetOfDepth(text: string): number | undefined {
  const scanner = createScanner(text, true);
  // The parser goes deeper at a wrong bracket: only the right one closes a level.
  const open: string[] = [];
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= text.length) return undefined;
    const character = text[at]!;
    if ('[{'.includes(character)) open.push(character);
    else if (['[]', '{}'].includes(`${open.at(-1)}${character}`)) open.pop();
    if (open.length > DEEPEST) return at;
  }
}

/** Runs a configuration that is a program; types are stripped by Node itself. */
async function run(file: string, cwd: string): Promise<unknown> {
  const { href } = pathToFileURL(file);
  // Without it Node guesses the format of a file in a package that states none, and warns about that.
  const format = /\.m?ts$/.test(file) ? 'module-typescript' : 'module';
  const hooks = registerHooks({
    load: (url, context, next) => next(url, url === href ? { ...context, format } : context),
  });
  try {
    const { default: exported } = (await import(href)) as { default?: unknown };
    if (exported === undefined) {
      throw new ConfigError(
        `${shown(file, cwd)} has no default export: add export default defineConfig({ … })`,
      );
    }
    return exported;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const stack = (error instanceof Error && error.stack) || '';
    const at = error instanceof SyntaxError ? positionOfSyntaxError(stack) : positionOfThrow(stack, href);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : 'it threw';
    throw new ConfigError(`${place(file, cwd, at)}: the configuration failed (${why})`);
  } finally {
    hooks.deregister();
  }
}

const shown = (file: string, cwd: string) => relative(cwd, file) || file;

function place(file: string, cwd: string, at: Position | undefined): string {
  return at ? `${shown(file, cwd)}:${at.line}:${at.column}` : shown(file, cwd);
}
