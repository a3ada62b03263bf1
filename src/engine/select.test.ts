import { expect, test } from 'vitest';
import type { Check } from '../vocabulary/check.ts';
import { selectChecks } from './select.ts';

const check = (id: Check['id'], clause: string, profile?: Check['profile']): Check => ({
  id,
  title: id,
  about: id,
  clauses: [clause],
  level: 'must',
  run: async () => {},
  ...(profile ? { profile } : {}),
});
const all = [
  check('stream/ends-with-done', '6'),
  check('usage/page-size', '4.2'),
  check('usage/summary-fits', '4.3', 'standard'),
  check('request/fuzz', '7.3', 'exhaustive'),
];
const ids = (...args: Parameters<typeof selectChecks>) => selectChecks(...args).map((c) => c.id);

test.each([
  [[], [], 'smoke', ['stream/ends-with-done', 'usage/page-size']],
  [['4'], [], 'standard', ['usage/page-size', 'usage/summary-fits']],
  [['4.2'], [], 'standard', ['usage/page-size']],
  [['usage'], ['usage/summary-*'], 'standard', ['usage/page-size']],
  [['stream/*'], [], 'smoke', ['stream/ends-with-done']],
  [['request/fuzz'], [], 'smoke', ['request/fuzz']],
] as const)('only %j, skip %j in %s', (only, skip, profile, expected) => {
  expect(ids(all, profile, only, skip)).toEqual(expected);
});

test('a selector that matches nothing, and an empty selection, are errors', () => {
  expect(() => ids(all, 'smoke', ['9.9'], [])).toThrow('--only 9.9 matches no check');
  expect(() => ids(all, 'smoke', [], ['nothing'])).toThrow('--skip nothing matches no check');
  expect(() => ids(all, 'smoke', ['strem'], [])).toThrow('did you mean stream?');
  expect(() => ids(all, 'smoke', ['4.3'], [])).toThrow('no check is selected');
  expect(() => ids(all, 'standard', ['6'], ['6'])).toThrow('no check is selected');
});
