import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

test('the glossary has thirty words at most, each once and explained', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, words] = /^## Words$([\s\S]*?)^## /m.exec(page)!;
  const rows = Array.from(words!.matchAll(/^\| (?!word |-)([^|]+?) *\| ([^|]+?) *\|$/gm), ([, word]) => word);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(30);
  expect(new Set(rows).size).toBe(rows.length);
});
