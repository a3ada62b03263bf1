import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { lilconfig } from 'lilconfig';
import { OptionError } from '../vocabulary/option-error.ts';
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

/**
 * The configuration of a folder, or the one that `--config` names; undefined when there is none. Only this folder is
 * looked at, and nothing is fetched. Rejects with `OptionError` that says file, line and column.
 */
export async function loadConfig(cwd: string, named?: string): Promise<LoadedConfig | undefined> {
  const loaders = {
    '.json': (file: string, content: string) => parseJson(file, content, cwd),
    ...Object.fromEntries(
      ['.ts', '.mts', '.js', '.mjs'].map((ext) => [ext, (file: string) => run(file, cwd)]),
    ),
  };
  const searcher = lilconfig('chatspec', { searchPlaces: PLACES, loaders, stopDir: cwd, cache: false });
  const found = named === undefined ? await searcher.search(cwd) : await loadNamed(searcher, named, cwd);
  if (!found || found.isEmpty) return undefined;
  const file = found.filepath;
  const problem = firstProblem(found.config);
  if (problem) {
    throw new OptionError(`${place(file, cwd, positionOf(file, problem.path))}: ${problem.message}`);
  }
  return { file, config: found.config as ChatspecConfig };
}

async function loadNamed(searcher: ReturnType<typeof lilconfig>, named: string, cwd: string) {
  try {
    return await searcher.load(named);
  } catch (error) {
    if (error instanceof OptionError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new OptionError(`--config ${shown(named, cwd)}: there is no such file`);
    throw new OptionError(
      `--config ${shown(named, cwd)} can't be read: give a .ts, .mts, .js, .mjs or .json file`,
    );
  }
}

function parseJson(file: string, content: string, cwd: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(content, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const what = printParseErrorCode(first.error)
      .replace(/([A-Z])/g, ' $1')
      .trim()
      .toLowerCase();
    throw new OptionError(
      `${place(file, cwd, positionAt(content, first.offset))}: the JSON can't be parsed (${what})`,
    );
  }
  return value;
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
      throw new OptionError(
        `${shown(file, cwd)} has no default export: write export default defineConfig({ … })`,
      );
    }
    return exported;
  } catch (error) {
    if (error instanceof OptionError) throw error;
    const stack = (error instanceof Error && error.stack) || '';
    const at = error instanceof SyntaxError ? positionOfSyntaxError(stack) : positionOfThrow(stack, href);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : 'it threw';
    throw new OptionError(`${place(file, cwd, at)}: the configuration can't be run (${why})`);
  } finally {
    hooks.deregister();
  }
}

function positionOf(file: string, path: readonly string[]): Position | undefined {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.json')) return positionInProgram(text, path);
  return positionInJson(text, basename(file) === 'package.json' ? ['chatspec', ...path] : path);
}

const shown = (file: string, cwd: string) => relative(cwd, file) || file;

function place(file: string, cwd: string, at: Position | undefined): string {
  return at ? `${shown(file, cwd)}:${at.line}:${at.column}` : shown(file, cwd);
}
