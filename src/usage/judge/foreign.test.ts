import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { Aggregate } from '../aggregate.ts';
import { identityOf, readRecord } from '../walk/record.ts';
import { type Counts, ownCounts, ownWhenFiltered } from './foreign.ts';
import { COUNTED } from './summary.ts';

/** Records of users, each of one kind: so many tokens and one request. */
function records(...rows: readonly (readonly [user: string, source: string, tokens: number])[]): Aggregate {
  const all = new Aggregate();
  for (const [i, [user, source, tokens]] of rows.entries()) {
    const kind = { model: `m-${user}`, provider: 'p', source };
    all.add(`${user} ${i}`, [tokens, 0, tokens, 1], user, kind);
  }
  return all;
}

const OURS = records(['a', 'api', 5000], ['b', 'app', 7000], ['c', 'app', 1]);
const THEIRS = records(['x', 'api', 40], ['x', 'app', 60]);
const OWN: Counts = {
  unique_users: 3n,
  unique_models: 3n,
  unique_providers: 1n,
  api_usage: 5000n,
  app_usage: 7001n,
};
const RIGHT: Counts = {
  unique_users: 1n,
  unique_models: 1n,
  unique_providers: 1n,
  api_usage: 40n,
  app_usage: 60n,
};

const verdict = (shown: Counts, own: Counts = OWN) => {
  const [found] = ownCounts({
    exchange: exchange(),
    shown,
    own,
    theirs: [THEIRS],
    ours: [OURS],
    members: COUNTED,
  });
  return found ? (found.as ?? 'fail') : 'held';
};

test.each([
  ['its own counts', RIGHT, OWN, 'held'],
  ['its own, in requests where ours are in tokens', { ...RIGHT, api_usage: 1n, app_usage: 1n }, OWN, 'held'],
  ['our app_usage', { ...RIGHT, app_usage: 7001n }, OWN, 'fail'],
  ['the app_usage of both', { ...RIGHT, app_usage: 7061n }, OWN, 'fail'],
  ['our users alone, which may be chance', { ...RIGHT, unique_users: 3n }, OWN, 'warn'],
  ['our users and models', { ...RIGHT, unique_users: 3n, unique_models: 3n }, OWN, 'fail'],
  ['the users and models of both', { ...RIGHT, unique_users: 4n, unique_models: 4n }, OWN, 'fail'],
  ['something else, which is told elsewhere', { ...RIGHT, app_usage: 61n }, OWN, 'held'],
  ['ours where ours are wrong as well', { ...RIGHT, app_usage: 9999n }, { ...OWN, app_usage: 9999n }, 'held'],
  ['nothing where we have nothing', { ...RIGHT, app_usage: 0n }, { ...OWN, app_usage: 0n }, 'held'],
  ['no such counts', {}, OWN, 'held'],
])('another organization’s summary counts %s', (_, shown, own, expected) => {
  expect(verdict(shown, own)).toBe(expected);
});

test.each([
  ['its own records', ['theirs', 'theirs'], []],
  ['nothing', [], []],
  ['one of ours', ['theirs', 'ours'], ['body /1/org_id']],
  ['what has no org_id', [undefined, null], []],
])('by a filter another organization sees %s', (_, organizations, places) => {
  const found = ownWhenFiltered({
    exchange: exchange(),
    asked: 'by the source "api"',
    records: organizations.map((org_id) => ({ org_id })),
    strange: ['ours'],
    sayings: new Set(),
    whose: 'ours',
  });
  expect(found.map(({ place }) => place)).toEqual(places);
});

test('where the other key asked just before, that is shown too', () => {
  const [found] = ownWhenFiltered({
    exchange: exchange({ id: 'e2' }),
    earlier: exchange({ id: 'e1' }),
    asked: 'for two days that our key asked for just before',
    records: [{ org_id: 'ours' }],
    strange: ['ours'],
    sayings: new Set(),
    whose: 'ours',
  });
  expect(found!.exchanges).toEqual(['e2', 'e1']);
});

const record = (tokens: number) => ({
  user_id: 'u',
  org_id: 'theirs',
  model: 'm',
  source: 'api',
  input_tokens: tokens,
  output_tokens: 1,
  total_tokens: tokens + 1,
  total_requests: 1,
  date: '2026-01-05T00:00:00Z',
});

test.each([
  ['three records that say what ours do', [7, 8, 9], ['body /0']],
  ['two, as a user of both organizations may have', [7, 8], []],
])('without dates another organization sees %s, by another org_id', (_, tokens, places) => {
  const records = tokens.map(record);
  const found = ownWhenFiltered({
    exchange: exchange(),
    asked: 'without dates',
    records,
    strange: ['ours'],
    sayings: new Set(records.map((one) => identityOf(readRecord(one)!, false))),
    whose: 'ours',
  });
  expect(found.map(({ place }) => place)).toEqual(places);
});
