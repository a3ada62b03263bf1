import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { firstProblem } from '../config/load.ts';
import { copyTree } from './copied-tree.ts';
import { markdownFiles, samplesOf } from './samples.ts';

/*
 * Every sample in a Markdown file: TypeScript is compiled, and run where it is a program; JSON and YAML are parsed. Blocks
 * that name a file of this repository are tried where they stand, by the test of worked changes.
 */
const samples = markdownFiles()
  .flatMap(samplesOf)
  .filter(({ path }) => path === undefined);
const named = samples.map((sample) => ({ ...sample, name: `${sample.file}:${sample.line}` }));

/** A file of the reader: an app with a fetch handler. */
const APP = `import { createReference } from '../src/library/index.ts';
const reference = createReference();
export const app = { fetch: (request: Request): Promise<Response> => Promise.resolve(reference.fetch(request)) };
export default app;
`;

const tree = copyTree();
afterAll(() => tree.remove());
const folder = join(tree.folder, 'src/samples-of-documents');
mkdirSync(folder);
writeFileSync(join(folder, 'app.ts'), APP.replaceAll("'../src/", "'../"));

/** The package by its source: a copy is not built. */
const fromSource = (text: string): string =>
  text
    .replaceAll(/(['"])chatspec\/vitest\1/g, "'../vitest/index.ts'")
    .replaceAll(/(['"])chatspec\1/g, "'../library/index.ts'");

const programs = named
  .filter(({ language }) => language === 'ts' || language === 'typescript')
  .map((sample, i) => ({ ...sample, source: fromSource(sample.text), out: `sample-${i}.ts` }));
for (const { source, out } of programs) writeFileSync(join(folder, out), source);

test('there are samples in the README and in CONTRIBUTING', () => {
  const files = new Set(markdownFiles().filter((file) => samplesOf(file).length > 0));
  expect([...files]).toEqual(expect.arrayContaining(['CONTRIBUTING.md', 'README.md']));
});

test('every sample in TypeScript compiles', async () => {
  const { output } = await tree.run('tsc', '--noEmit');
  const told = programs.reduce((text, { out, name }) => text.replaceAll(out, `${name} (${out})`), output);
  expect(told).toBe('');
});

describe.each(programs)('$name', ({ source, out }) => {
  const isTest = source.includes('/vitest/index.ts');
  const isModule = /^export default/m.test(source);
  test.runIf(isModule)('is a configuration without a fault', async () => {
    const { default: config } = await import(pathToFileURL(join(folder, out)).href);
    expect(firstProblem(config)).toBeUndefined();
  });

  test.skipIf(isTest || isModule)('runs to its end', async () => {
    const { code, output } = await tree.run('node', `src/samples-of-documents/${out}`);
    expect(code, output).toBe(0);
  });
});

describe.each(named.filter(({ language }) => ['json', 'yaml', 'yml'].includes(language)))(
  '$name',
  ({ language, text }) => {
    test('can be parsed', () => {
      expect(() => (language === 'json' ? JSON.parse(text) : parse(text))).not.toThrow();
    });
  },
);
