import { parsePointer } from '../contract/pointer.ts';
import { compile, type Violation } from '../contract/schemas.ts';
import { nearestWord } from '../vocabulary/nearest.ts';
import { KEY_MEMBERS } from './members.ts';
import { configSchema } from './schema.ts';

/** An error in a configuration, and its member. */
export interface ConfigProblem {
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
