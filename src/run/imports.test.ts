import { expect, test } from 'vitest';
import { importClosure, importsOf } from './digest.ts';

test('imports of types, of schemas and of scripts are imports; packages are none', () => {
  expect(importsOf('src/engine/findings.ts')).toContain('src/vocabulary/check.ts');
  expect(importsOf('src/contract/documents.ts')).toContain('schemas/message.json');
  expect(importsOf('src/testing/command.ts')).toContain('src/testing/watch.ts');
  expect(importsOf('src/http/dispatcher.ts').filter((path) => path.includes('undici'))).toEqual([]);
});

test('what a suite rests on is reached, and nothing of the reports', () => {
  const reached = importClosure(['suites/index.ts']);
  expect(reached).toEqual(expect.arrayContaining(['src/requests/replies.ts', 'src/client/wire.ts']));
  expect(reached).toEqual(expect.arrayContaining(['src/vocabulary/verdict.ts', 'schemas/message.json']));
  expect(reached.filter((path) => path.startsWith('src/report/'))).toEqual([]);
});
