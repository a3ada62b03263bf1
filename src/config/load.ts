import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { parsePointer } from '../contract/pointer.ts';
import { compile, type Violation } from '../contract/schemas.ts';
import { readNamed } from '../files/named-file.ts';
import { nearestWord } from '../vocabulary/nearest.ts';
import { ConfigError } from '../vocabulary/option-error.ts';
import type { ChatspecConfig } from './define.ts';
import { KEY_MEMBERS } from './members.ts';
import { configSchema } from './schema.ts';

/** A valid configuration file. */
export interface LoadedConfig {
  file: string;
  config: ChatspecConfig;
}

const PROGRAMS = ['chatspec.config.ts', 'chatspec.config.mts', 'chatspec.config.js', 'chatspec.config.mjs'];
const PLACES = [...PROGRAMS, 'chatspec.config.json', 'package.json'];

/** Nesting depth of objects and lists; a configuration needs at most five levels. */
const DEEPEST = 100;

/**
 * The configuration of a folder, or the file of `--config`; undefined if there is none. Only this folder is
 * searched, and nothing is fetched. Rejects with a `ConfigError` that names file, line and column.
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

/** The content of a JSON file with comments; of a package file, its member. Undefined if it is empty. */
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

/** Where a text is nested so deeply that its recursive parser would overflow. */
function offsetOfDepth(text: string): number | undefined {
  const scanner = createScanner(text, true);
  // The parser goes deeper at a wrong bracket: only the matching one closes a level.
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

/** Runs a configuration program; Node strips its types. */
async function run(file: string, cwd: string): Promise<unknown> {
  const { href } = pathToFileURL(file);
  // Without it Node guesses the module format of a file in a package without "type", and prints a warning.
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

/** An error in a configuration, and its member. */
interface ConfigProblem {
  path: string[];
  /** One line with the remedy; it never contains a value. */
  message: string;
}

/** The first error of a configuration; undefined if it is valid. */
export function firstProblem(config: unknown): ConfigProblem | undefined {
  const schema = configSchema();
  const [first] = compile(schema)(config);
  if (!first) return undefined;
  const path = parsePointer(first.pointer);
  return { path, message: explain(first, path) };
}

function explain({ keyword, message, pointer }: Violation, path: readonly string[]): string {
  const member = path.at(-1) ?? '';
  if (keyword === 'additionalProperties') {
    const near = nearestWord(member, members(path));
    return `there is no member '${member}'${near ? `: did you mean '${near}'?` : ''}`;
  }
  if (path.some((part) => KEY_MEMBERS.some((key) => key.member === part))) {
    return `${path[0] === 'targets' ? path.slice(2)[0] : path[0]} must be { env: 'VARIABLE' } or { file: 'PATH' }, never the key itself`;
  }
  return `${pointer === '' ? 'the configuration' : pointer.slice(1).replaceAll('/', '.')} ${message}`;
}

/** The names that are allowed at the position of a member. */
function members(path: readonly string[]): string[] {
  const { properties = {} } = configSchema();
  if (path.length === 1) return Object.keys(properties);
  if (path[0] === 'targets' && path.length === 3) {
    return Object.keys(properties).filter((name) => name !== 'targets' && name !== '$schema');
  }
  return ['env', 'file'];
}

/** A position in a file; both count from 1. */
interface Position {
  line: number;
  column: number;
}

/** The line and column of an offset in characters. */
function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Position of a member of a JSON text: its name, or the element itself. Undefined if there is no such member. */
function positionInJson(text: string, path: readonly string[]): Position | undefined {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, path.map(segment));
  return node && positionAt(text, nameOf(node).offset);
}

/** The name of a member precedes its value, under the same property. */
function nameOf(node: Node): Node {
  return node.parent?.type === 'property' ? node.parent.children![0]! : node;
}

const segment = (part: string) => (/^\d+$/.test(part) ? Number(part) : part);

/**
 * The likely position of a member in a program: the innermost of its names followed by a colon, after the names
 * that contain it. Undefined if the text computes it.
 */
function positionInProgram(text: string, path: readonly string[]): Position | undefined {
  let offset = -1;
  let from = 0;
  for (const name of path.filter((part) => !/^\d+$/.test(part))) {
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(`(?<![\\w$.])(['"]?)${quoted}\\1\\s*[:,}(]`, 'g');
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (!found) break;
    offset = found.index;
    from = pattern.lastIndex;
  }
  return offset < 0 ? undefined : positionAt(text, offset);
}

/** What Node prints above a syntax error: the file and line, the line of code, and a caret below the position. */
function positionOfSyntaxError(stack: string): Position | undefined {
  const line = /^[^\n]*:(\d+)\n/.exec(stack)?.[1];
  const caret = /\n( *)\^/.exec(stack)?.[1];
  return line === undefined || caret === undefined
    ? undefined
    : { line: Number(line), column: caret.length + 1 };
}

/** The position in the file from which an error was thrown. */
function positionOfThrow(stack: string, url: string): Position | undefined {
  const at = stack.indexOf(`${url}:`);
  const found = at < 0 ? null : /^:(\d+):(\d+)/.exec(stack.slice(at + url.length));
  return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
}
