import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** A block of code in a Markdown file. */
export interface Sample {
  file: string;
  /** The line of its opening fence. */
  line: number;
  /** `ts`, `json`, …; empty where the fence names none. */
  language: string;
  text: string;
  /** The file that the first line names in a comment, and which part of it, as in `// suites/2.7-meaning.ts: about`. */
  path?: string;
  part?: string;
}

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;
const PATH = /^\/\/ ((?:src|suites|reference|schemas)\/\S+?\.\w+)(?:: (\w+))?\n/;

/** All Markdown files of the repository that people read. */
export const markdownFiles = (): string[] =>
  globSync('{*.md,docs/**/*.md,examples/**/*.md}', { cwd: PACKAGE_ROOT }).sort();

/** The samples of a Markdown file, in their order, without the indent of their fence. */
export function samplesOf(file: string): Sample[] {
  const page = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  return Array.from(page.matchAll(FENCED), (found) => {
    const [, indent, language, block] = found;
    const text = block!.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const [head, path, part] = PATH.exec(text) ?? [];
    return {
      file,
      line: page.slice(0, found.index).split('\n').length,
      language: language!,
      text: text.slice(head?.length ?? 0),
      ...(path && { path }),
      ...(part && { part }),
    };
  });
}
