import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { CHECK_INDEX, checkIndexText } from '../authoring/check-index.ts';
import { CHECK_IDS, checkIdsText } from '../authoring/new-check/check-ids.ts';
import { acceptanceOf } from '../requests/planned.ts';
import type { Check } from '../vocabulary/check.ts';
import { factsOf, groundsOf } from '../vocabulary/fact-graph.ts';
import { globOver } from '../vocabulary/glob.ts';
import { CLAUSES, clauseQuotation, LEDGER, ledgerWith } from './ledger.ts';
import { schemaOf } from './schemas.ts';

/** Members that every request has, or that no check sends by themselves. */
const NO_MEMBER_CHECK = ['model', 'messages', 'max_tokens'].map(acceptanceOf);

const isNamed = (id: string) => LEDGER.some((row) => 'checks' in row && globOver(row.checks)(id));

/** Checks of which no sentence speaks, and that do not say that they are one. */
const unnamed = (checks: readonly Check[]) =>
  checks.filter(({ id, ownSentence }) => !ownSentence && !isNamed(id)).map(({ id }) => id);

test('every row has checks or a reason why none can be', () => {
  for (const row of LEDGER) {
    expect(CLAUSES).toContain(row.clause);
    if ('checks' in row) expect(row.checks.length, row.sentence).toBeGreaterThan(0);
    else expect(row.untestable, row.sentence).not.toBe('');
  }
});

test('every pattern of the ledger names a check', () => {
  const patterns = LEDGER.flatMap((row) => ('checks' in row ? row.checks : []));
  const idle = patterns.filter((pattern) => !CHECKS.some((check) => globOver([pattern])(check.id)));
  expect(idle).toEqual([]);
});

test('every sentence that binds has a check that judges', () => {
  const judges = (row: (typeof LEDGER)[number]) =>
    'checks' in row &&
    CHECKS.some((check) => check.level !== 'open' && row.checks.some((p) => globOver([p])(check.id)));
  const unjudged = LEDGER.filter((row) => row.level !== 'open' && 'checks' in row && !judges(row));
  expect(unjudged.map((row) => `${row.clause} ${row.sentence}`)).toEqual([]);
});

describe('every check', () => {
  test.each(CHECKS.map((check) => [check.id, check] as const))(
    '%s rests on clauses that have a row',
    (_, check) => {
      for (const clause of check.clauses) expect(LEDGER.map((row) => row.clause)).toContain(clause);
    },
  );

  test('is named by a sentence of the ledger, or says that it is one of its own', () => {
    const silent = 'name it in src/contract/ledger/, or write ownSentence: true into its record';
    expect(unnamed(CHECKS), silent).toEqual([]);
    const both = CHECKS.filter((check) => check.ownSentence && isNamed(check.id));
    expect(both.map((check) => check.id)).toEqual([]);
    const check = { ...CHECKS[0]!, id: 'completion/new', title: 'It holds', clauses: ['2.7'] } as const;
    expect(unnamed([check])).toEqual(['completion/new']);
    const own = { ...check, level: 'should', ownSentence: true } as const;
    expect(unnamed([own])).toEqual([]);
    const row = {
      clause: '2.7',
      level: 'should',
      sentence: 'It holds.',
      ours: true,
      checks: ['completion/new'],
    };
    expect(ledgerWith([own]).filter((r) => !LEDGER.includes(r))).toEqual([row]);
  });

  test('has an id of its own', () => {
    const ids = CHECKS.map((check) => check.id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

test('facts have owners, and none rests on itself', () => {
  const ids = CHECKS.map((check): string => check.id);
  expect(CHECKS.flatMap(factsOf).filter((fact) => !ids.includes(fact))).toEqual([]);
  expect(CHECKS.filter((check) => groundsOf(check, CHECKS).some((fact) => fact === check.id))).toEqual([]);
});

test('the type of their ids is as new as they are', () => {
  const ids = CHECKS.map((check): string => check.id);
  const members = Object.keys(schemaOf('completion-request').properties!);
  expect(members.map(acceptanceOf).filter((id) => !ids.includes(id))).toEqual(NO_MEMBER_CHECK);
  expect(readFileSync(CHECK_IDS, 'utf8'), 'npm run accept-check').toBe(checkIdsText(ids));
});

test('the page of checks is as new as they are', async () => {
  expect(readFileSync(CHECK_INDEX, 'utf8'), 'npm run accept-check').toBe(await checkIndexText());
});

test('every clause says something', () => {
  for (const clause of CLAUSES) expect(clauseQuotation(clause), clause).not.toEqual([]);
});

/** Reports of different releases are compared by these: a change is a decision, made with `vitest -u`. */
test('ids and levels of checks stay as they are', async () => {
  const lines = CHECKS.map(({ id, level, profile = 'smoke' }) => `${id} ${level} ${profile}`).sort();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/checks.txt');
});
