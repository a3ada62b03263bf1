import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import { catalogueOf } from '../run/run-line.ts';
import { checksOfShard } from '../run/shards.ts';
import { SPEC } from '../run/suite.ts';
import { runLine } from '../testing/journal.ts';
import type { RunLine } from '../vocabulary/record.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';
import { expectedRun } from './expected-run.ts';

/** The first line of a run with these options, as chatspec writes it. */
function recorded(only: string[], skip: string[], parts: Partial<Settings> = {}): RunLine {
  const settings = { ...DEFAULTS, baseUrl: 'http://service.test', model: 'small', seed: 7, ...parts };
  const chosen = selectChecks(CHECKS, settings.profile, only, skip, settings.clients);
  const selected = checksOfShard(chosen, settings.shard).map(({ id }) => id);
  const selection = { only, skip, selected };
  return runLine(catalogueOf(CHECKS), { spec: SPEC, settings, selection });
}

const WHOLE = recorded([], []);
const SHARDS = [1, 2, 3].map((index) => ({
  index,
  of: 3,
  selected: recorded([], [], { shard: { index, of: 3 } }).selection.selected,
  credentials: WHOLE.credentials,
  startedAt: WHOLE.startedAt,
  before: 0,
  exchanges: 1,
}));

test.each<[string, RunLine]>([
  ['a whole run', WHOLE],
  ['a selection', recorded(['stream', '4.2'], ['stream/ends-with-done'])],
  ['a smoke run', recorded([], [], { profile: 'smoke' })],
  ['an exhaustive run with another client', recorded([], [], { profile: 'exhaustive', clients: ['python'] })],
  ['a shard', recorded([], [], { shard: { index: 1, of: 3 } })],
  ['a merged run', { ...WHOLE, shards: SHARDS }],
])('the line of %s is as this suite writes it', (_, run) => {
  expect(expectedRun(run, CHECKS)).toEqual({ run, differences: [] });
});

const [first, second, ...others] = WHOLE.catalogue!;
const [one, two, ...more] = WHOLE.selection.selected;
const select = (selected: string[]) => ({ selection: { ...WHOLE.selection, selected } });

test.each<[string, Partial<RunLine>]>([
  [`the record lacks checks of this suite: ${first!.id}`, { catalogue: [second!, ...others] }],
  [
    'the record has checks that this suite lacks: path/mine',
    { catalogue: [...WHOLE.catalogue!, { ...first!, id: 'path/mine' }] },
  ],
  ...[{ title: 'Forged' }, { level: 'open' as const }, { clauses: ['1'] as const }, { restsOn: [] }].map(
    (part): [string, Partial<RunLine>] => [
      `the record describes checks differently from this suite: ${first!.id}`,
      { catalogue: [{ ...first!, ...part }, second!, ...others] },
    ],
  ),
  ['the record lists the checks of this suite in another order', { catalogue: [second!, first!, ...others] }],
  [`the record omits checks that its options select: ${one}`, select([two!, ...more])],
  ['the record selects the checks of its options in another order', select([two!, one!, ...more])],
  ['the record names another contract', { spec: { ...SPEC, title: 'Forged' } }],
  [
    'the record divides the checks in another way among its shards',
    { shards: [{ ...SHARDS[0]!, selected: [] }, ...SHARDS.slice(1)] },
  ],
])('%s', (words, parts) => {
  expect(expectedRun({ ...WHOLE, ...parts }, CHECKS)).toEqual({
    run: { ...WHOLE, ...(parts.shards && { shards: SHARDS }) },
    differences: [words],
  });
});

test('options without their selection, or that no run has, are differences', () => {
  const narrow = recorded(['path'], []);
  const options: Partial<RunLine>[] = [
    { selection: { ...narrow.selection, only: [] } },
    { selection: { ...narrow.selection, only: ['no/check'] } },
    { settings: { ...narrow.settings, shard: { index: 1, of: 9 } } },
  ];
  for (const parts of options)
    expect(expectedRun({ ...narrow, ...parts }, CHECKS).differences).toHaveLength(1);
});
