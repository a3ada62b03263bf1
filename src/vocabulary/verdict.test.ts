import { expect, test } from 'vitest';
import { exitCode, runVerdict, type Tally } from './verdict.ts';

const of = (level: Tally['level'], verdict: Tally['verdict'], area = 'stream'): Tally => ({
  level,
  verdict,
  area,
});
const pass = of('must', 'pass');

test.each([
  ['all held', [pass], [], false, 'conformant'],
  ['a fail outweighs all', [pass, of('must', 'error'), of('must', 'fail')], [], true, 'non-conformant'],
  ['an error of ours', [pass, of('open', 'error')], [], false, 'inconclusive'],
  ['an undecided must', [pass, of('must', 'inconclusive')], [], false, 'inconclusive'],
  ['an undecided should', [pass, of('should', 'inconclusive')], [], false, 'conformant'],
  ['a warning', [pass, of('must', 'warn')], [], false, 'conformant'],
  ['not applicable', [pass, of('must', 'not-applicable', 'billing')], [], false, 'conformant'],
  [
    'not applicable, though required',
    [pass, of('must', 'not-applicable', 'billing')],
    ['billing'],
    false,
    'inconclusive',
  ],
  ['skipped', [pass, of('must', 'skipped')], [], false, 'conformant'],
  ['nothing decided', [of('must', 'not-applicable'), of('must', 'skipped')], [], false, 'inconclusive'],
  ['no check at all', [], [], false, 'inconclusive'],
  ['only a should, undecided', [of('should', 'inconclusive')], [], false, 'inconclusive'],
  ['observed', [of('open', 'observed')], [], false, 'conformant'],
  ['interrupted', [pass], [], true, 'inconclusive'],
] as const)('%s', (_, checks, require, interrupted, verdict) => {
  expect(runVerdict(checks, { require }, interrupted)).toBe(verdict);
});

test.each([
  ['conformant', true, false, 0],
  ['conformant', true, true, 1],
  ['conformant', false, true, 0],
  ['non-conformant', false, false, 1],
  ['inconclusive', true, true, 3],
] as const)('%s, warned %s, --fail-on warn %s: exit %i', (verdict, warned, strict, code) => {
  expect(exitCode(verdict, warned, strict)).toBe(code);
});
