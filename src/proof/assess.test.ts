import { describe, expect, test } from 'vitest';
import type { Fault, Variant } from '../../reference/src/deviation.ts';
import type { Level, Verdict } from '../vocabulary/verdict.ts';
import { assessFault, assessVariants, type Seen } from './assess.ts';

const seen = (id: string, verdict: Verdict, level: Level = 'must'): Seen => ({
  id,
  verdict,
  level,
  message: '',
  cited: [`of ${id}`],
});
const sighting = (...all: Seen[]) => ({ seen: all, shownBy: (cited: readonly string[]) => cited[0] });

const fault = (level: Fault['level']): Fault => ({
  kind: 'fault',
  id: 'stream/x',
  clause: '6',
  level,
  title: 'x',
  expects: ['stream/*'],
  change: () => ({}),
});

describe('a fault', () => {
  test.each([
    ['of must that fails is caught', 'must', seen('stream/a', 'fail'), true],
    ['of must that only warns is not', 'must', seen('stream/a', 'warn'), false],
    ['of should that warns is caught', 'should', seen('stream/a', 'warn'), true],
    ['of should that fails is caught', 'should', seen('stream/a', 'fail'), true],
    ['that turns red something else is not', 'must', seen('usage/a', 'fail'), false],
    ['that leaves everything undecided is not', 'must', seen('stream/a', 'inconclusive'), false],
    ['that breaks the suite is not', 'must', seen('stream/a', 'error'), false],
  ] as const)('%s', (_, level, what, caught) => {
    expect(assessFault(fault(level), sighting(what)).caught).toBe(caught);
  });

  test('names what it should not concern', () => {
    const result = assessFault(fault('must'), sighting(seen('stream/a', 'fail'), seen('usage/b', 'warn')));
    expect(result).toMatchObject({ caught: true, unrelated: ['usage/b warn: '] });
  });

  test('is shown by what its own check cites', () => {
    const all = [seen('usage/b', 'warn'), seen('stream/a', 'fail')];
    expect(assessFault(fault('must'), sighting(...all)).shownBy).toBe('of stream/a');
  });
});

describe('a variant', () => {
  const variant = (rest: Partial<Variant>): Variant => ({
    kind: 'variant',
    id: 'stream/y',
    facet: 'y',
    clause: '6',
    title: 'y',
    change: () => ({}),
    ...rest,
  });
  test.each([
    ['left alone', {}, seen('a/a', 'pass'), true],
    ['failed', { mayWarn: ['a/*'] }, seen('a/a', 'fail'), false],
    ['warned', {}, seen('a/a', 'warn'), false],
    ['warned as the oracle says', { mayWarn: ['a/*'] }, seen('a/a', 'warn'), true],
    ['a must undecided', {}, seen('a/a', 'inconclusive'), false],
    ['a must undecided as declared', { undecided: ['a/a'] }, seen('a/a', 'inconclusive'), true],
    ['a should undecided', {}, seen('a/a', 'inconclusive', 'should'), true],
    ['the suite broken', {}, seen('a/a', 'error', 'open'), false],
  ] as const)('%s', (_, rest, what, leftAlone) => {
    expect(assessVariants([variant(rest)], sighting(what)).leftAlone).toBe(leftAlone);
  });

  test('what is undecided beside another one is so beside that one alone', () => {
    const one = variant({ undecidedWith: { 'stream/z': ['a/a'] } });
    const open = sighting(seen('a/a', 'inconclusive'));
    expect(assessVariants([one], open).leftAlone).toBe(false);
    expect(assessVariants([one, variant({ id: 'stream/x' })], open).leftAlone).toBe(false);
    expect(assessVariants([one, variant({ id: 'stream/z' })], open).leftAlone).toBe(true);
  });
});
