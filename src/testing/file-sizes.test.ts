import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

const MOST = 250;

test('no file has more than 250 lines', () => {
  const long = globSync('{src,suites,reference}/**/*.ts', { cwd: PACKAGE_ROOT }).filter(
    (file) => readFileSync(join(PACKAGE_ROOT, file), 'utf8').split('\n').length - 1 > MOST,
  );
  expect(long).toEqual([]);
});
