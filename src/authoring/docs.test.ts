import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { COMMANDS } from '../options/commands.ts';
import { OPTIONS } from '../options/definition.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { GENERATED, WRITTEN } from './docs.ts';
import { withBlocks } from './page-blocks.ts';

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), 'utf8');
const pages = [...GENERATED.keys(), ...WRITTEN];

test.each([...GENERATED])('%s says what the code says: else npm run docs', async (file, text) => {
  expect(read(file)).toBe(await text());
});

test.each(WRITTEN)('the generated blocks of %s are up to date: else npm run docs', (page) => {
  expect(withBlocks(read(page))).toBe(read(page));
});

test('the README stays short', () => {
  expect(statSync(join(PACKAGE_ROOT, 'README.md')).size).toBeLessThanOrEqual(9_000);
});

test('each picture of a page is there and small: else npm run picture', () => {
  const shown = WRITTEN.flatMap((page) =>
    Array.from(read(page).matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, path]) =>
      join(PACKAGE_ROOT, dirname(page), path!),
    ),
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const picture of shown) expect(statSync(picture).size, picture).toBeLessThanOrEqual(150_000);
});

/** What a heading is called in the address of a page. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
const anchors = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));

test.each(pages)('the links of %s lead somewhere', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)];
  for (const [link, path = '', fragment] of links) {
    const target = path === '' ? page : join(dirname(page), path);
    expect(existsSync(join(PACKAGE_ROOT, target)), link).toBe(true);
    if (fragment !== undefined) expect(anchors(target), link).toContain(fragment);
  }
});

test('the first page leads to all others', () => {
  const index = read('docs/README.md');
  for (const page of pages.filter((name) => /^docs\/(?!README)/.test(name)))
    expect(index).toContain(`](${page.replace('docs/', '')}`);
});

test.each(pages)('%s counts as many checks as there are', (page) => {
  const figures = [...read(page).matchAll(/\(\d+ of (\d{3,})\)|^(\d{3,}) checks\b/gm)];
  for (const [words, ofAll, many] of figures) expect(Number(ofAll ?? many), words).toBe(CHECKS.length);
});

/** Options of commands with their own, in addition to those of a run. */
const OWN = new Set(
  COMMANDS.flatMap(({ usage = '' }) =>
    [...usage.matchAll(/--([a-z][\w-]*)/g)].map(([, name]) => name!),
  ).concat(['fault', 'variant', 'hostile', 'cocktails', 'network', 'only']),
);

describe.each(WRITTEN)('what %s tells to type', (page) => {
  const lines = [...read(page).matchAll(/(?:npm start --|^ {4}chatspec|`chatspec) ([^`\n]*)/gm)].map(
    ([, rest]) => rest!,
  );

  test('are commands and options that there are', () => {
    const known = new Set([...OPTIONS.map(({ name }) => name), ...OWN]);
    for (const line of lines) {
      const [first] = line.trim().split(/\s/, 1);
      if (/^[a-z]+$/.test(first!))
        expect(
          COMMANDS.map(({ name }) => name),
          line,
        ).toContain(first);
      for (const [, name] of line.matchAll(/(?<=\s|^)--([a-z][\w-]*)/g)) expect(known, line).toContain(name);
    }
  });

  test('names checks that there are', () => {
    for (const [, id] of read(page).matchAll(/(?:explain|accept \S+|^✗ failed) +([a-z]+\/[a-z0-9-]+)/gm))
      expect(CHECKS.map((check) => check.id)).toContain(id);
  });
});
