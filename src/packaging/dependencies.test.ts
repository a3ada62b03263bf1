import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importClosure } from '../run/imports.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

/** What a package is entered by: the command, and what programs and tests import. */
const DOORS = ['src/cli.ts', 'src/cli/main.ts', 'src/library/index.ts', 'src/vitest/index.ts'];

const IMPORTED = /(?:from|import\(?)\s*'((?:node:)?@?[a-z][\w./@-]*)'/g;

/** The name of the package that an import is from: `ajv/dist/2020.js` is from ajv. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const places = new Map<string, string>();
for (const file of importClosure(DOORS)) {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  for (const [, specifier] of text.matchAll(IMPORTED)) {
    const name = packageOf(specifier!);
    if (!places.has(name)) places.set(name, file);
  }
}

test.each(Object.keys(manifest.dependencies))('%s is used by a run', (name) => {
  expect(places.get(name), `no file that a run loads imports ${name}`).toMatch(/^(?:src|suites)\//);
});

test('what a run imports is a dependency, or stands beside it', () => {
  const known = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
  const strangers = [...places].filter(([name]) => !name.startsWith('node:') && !known.includes(name));
  expect(strangers).toEqual([]);
});
