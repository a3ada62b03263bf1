import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';

/** References from one declaration to another: `from './model.ts'`, `import("./model.ts")`. */
const REFERENCE = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

/** Keeps the compiler's declarations that the public ones need. */
export function keepPublicTypes(dist: string, entries: readonly string[]): void {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, name] of text.matchAll(REFERENCE)) {
      reached.add(posix.join(posix.dirname(file), name!.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')));
    }
  }
  for (const file of globSync('**/*.d.ts', { cwd: dist })) if (!reached.has(file)) rmSync(join(dist, file));
}
