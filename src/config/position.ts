import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** A position in a file; both count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** The line and column of an offset in characters. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Position of a member of a JSON text: its name, or the element itself. Undefined if there is no such member. */
export function positionInJson(text: string, path: readonly string[]): Position | undefined {
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
export function positionInProgram(text: string, path: readonly string[]): Position | undefined {
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
export function positionOfSyntaxError(stack: string): Position | undefined {
  const line = /^[^\n]*:(\d+)\n/.exec(stack)?.[1];
  const caret = /\n( *)\^/.exec(stack)?.[1];
  return line === undefined || caret === undefined
    ? undefined
    : { line: Number(line), column: caret.length + 1 };
}

/** The position in the file from which an error was thrown. */
export function positionOfThrow(stack: string, url: string): Position | undefined {
  const at = stack.indexOf(`${url}:`);
  const found = at < 0 ? null : /^:(\d+):(\d+)/.exec(stack.slice(at + url.length));
  return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
}
