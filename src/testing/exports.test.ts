import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

const files = globSync('{src,suites,reference}/**/*.ts', { cwd: PACKAGE_ROOT });
const texts = new Map(files.map((file) => [file, readFileSync(join(PACKAGE_ROOT, file), 'utf8')]));

const IMPORT = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;
const LOADED = /\{([^{}]*)\}\s*=\s*await import\('(\.[^']+)'\)/g;
const MEMBER = /import\('(\.[^']+)'\)\)\.(\w+)/g;
const VALUE = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm;

/** What people import in files of their own, and vitest's own configuration. */
const PUBLIC = ['src/vitest/index.ts conformance', 'src/vitest/plugin.ts conformancePlugin'];

/** What `tables.test.ts` finds by its name, in judges and where new ones are written. */
const isTable = (key: string) => key.endsWith(' table');

/** `file name` of everything that some file takes from another. */
function taken(): Set<string> {
  const found = new Set<string>();
  for (const [file, text] of texts) {
    const add = (path: string, name: string) =>
      found.add(
        `${posix.join(posix.dirname(file), path)} ${name
          .trim()
          .replace(/^type /, '')
          .split(/[\s:]/, 1)}`,
      );
    for (const pattern of [IMPORT, LOADED]) {
      for (const [, names, path] of text.matchAll(pattern)) {
        for (const name of names!.split(',')) add(path!, name);
      }
    }
    for (const [, path, name] of text.matchAll(MEMBER)) add(path!, name!);
  }
  return found;
}

test('every value that a file exports is used by another one, helpers of tests aside', () => {
  const used = new Set([...taken(), ...PUBLIC]);
  const dead = [...texts].flatMap(([file, text]) =>
    file.endsWith('.test.ts') || file.startsWith('src/testing/')
      ? []
      : Array.from(text.matchAll(VALUE), ([, name]) => `${file} ${name}`).filter(
          (key) => !used.has(key) && !isTable(key),
        ),
  );
  expect(dead).toEqual([]);
});
