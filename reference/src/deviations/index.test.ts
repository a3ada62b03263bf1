import { describe, expect, test } from 'vitest';
import { LEDGER } from '../../../src/contract/ledger.ts';
import { globOver } from '../../../src/vocabulary/glob.ts';
import { CHECKS } from '../../../suites/index.ts';
import { faithful } from '../behaviour.ts';
import { FAULTS, findDeviation, VARIANTS } from './index.ts';

const all = [...FAULTS, ...VARIANTS];
const clauses = new Set(LEDGER.map((row) => row.clause));
const wrong = <T extends { id: string }>(list: readonly T[], bad: (item: T) => boolean) =>
  list.filter(bad).map((item) => item.id);

describe('the catalogue of deviations', () => {
  test('has at least 250 faults and 60 variants', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(250);
    expect(VARIANTS.length).toBeGreaterThanOrEqual(60);
  });

  test('gives each an id of its own, by which it is found', () => {
    expect(new Set(all.map((d) => d.id)).size).toBe(all.length);
    expect(wrong(all, (d) => !/^[a-z0-9]+\/[a-z0-9]+(-[a-z0-9]+)*$/.test(d.id))).toEqual([]);
    expect(wrong(all, (d) => findDeviation(d.id) !== d)).toEqual([]);
    expect(findDeviation('no/such')).toBeUndefined();
  });

  test('says in one line what it is', () => {
    expect(
      wrong(all, (d) => d.title.trim() === '' || d.title.includes('\n') || d.title.length > 120),
    ).toEqual([]);
  });

  test('rests on clauses of the ledger', () => {
    expect(wrong(all, (d) => !clauses.has(d.clause))).toEqual([]);
  });

  test('names checks that there are', () => {
    const known = (pattern: string) => CHECKS.some((check) => globOver([pattern])(check.id));
    expect(wrong(FAULTS, (fault) => !fault.expects.some(known))).toEqual([]);
    expect(wrong(VARIANTS, (f) => ![...(f.mayWarn ?? []), ...(f.undecided ?? [])].every(known))).toEqual([]);
  });

  test('changes something when it is laid over the faithful behaviour', () => {
    const idle = all.filter(
      (d) => Object.keys(d.change(faithful())).length === 0 && !d.service && !d.settings,
    );
    expect(idle.map((d) => d.id)).toEqual([]);
  });
});
