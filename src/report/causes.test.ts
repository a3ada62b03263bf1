import { expect, it } from 'vitest';
import type { Verdict } from '../vocabulary/verdict.ts';
import { type Blockable, causesOf, withRootCauses } from './causes.ts';

const check = (id: string, verdict: Verdict, blockedBy?: string): Blockable => ({
  id: id as Blockable['id'],
  verdict,
  ...(blockedBy === undefined ? {} : { blockedBy }),
});

const roots = (...checks: Blockable[]) =>
  withRootCauses(checks).map(({ id, blockedBy }) => [id, blockedBy] as const);

it.each<[string, Blockable[], string | undefined]>([
  ['a check that failed', [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'fail')], 'b/b'],
  ['a check that warned', [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'warn')], 'b/b'],
  ['an undecided one of its own', [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'inconclusive')], 'b/b'],
  [
    'the end of a chain',
    [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'inconclusive', 'c/c'), check('c/c', 'fail')],
    'c/c',
  ],
  ['never one that passed', [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'pass')], undefined],
  [
    'the last of a chain that did not hold',
    [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'inconclusive', 'c/c'), check('c/c', 'pass')],
    'b/b',
  ],
  ['never one that was not run', [check('a/a', 'inconclusive', 'b/b')], undefined],
  ['nothing for a check that is decided', [check('a/a', 'fail', 'b/b'), check('b/b', 'fail')], undefined],
])('the cause is %s', (_name, checks, expected) => {
  expect(roots(...checks)[0]![1]).toBe(expected);
});

it('of checks that name each other in a ring one answers for the others', () => {
  const ring = [check('a/a', 'inconclusive', 'b/b'), check('b/b', 'inconclusive', 'a/a')];
  expect(causesOf(withRootCauses(ring))).toEqual([{ check: 'a/a', blocks: ['b/b'] }]);
});

it('the cause that blocks most comes first', () => {
  const checks = withRootCauses([
    check('a/a', 'fail'),
    check('b/b', 'fail'),
    check('c/c', 'inconclusive', 'a/a'),
    check('d/d', 'inconclusive', 'b/b'),
    check('e/e', 'inconclusive', 'b/b'),
  ]);
  expect(causesOf(checks)).toEqual([
    { check: 'b/b', blocks: ['d/d', 'e/e'] },
    { check: 'a/a', blocks: ['c/c'] },
  ]);
});
