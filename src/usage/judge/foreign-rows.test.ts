import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { RowPlace } from '../csv/rows.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { ownRows } from './foreign-rows.ts';

const OURS = 'ada';
const THEIRS = 'bob';
const BOTH = 'eve';

/** The records of an organization: so many tokens for a user each. */
function shown(organization: string, ...of: readonly (readonly [user: string, tokens: number])[]) {
  const records = of.map(([user, tokens], day) => ({
    id: `${organization}-${day}`,
    org_id: organization,
    user_id: user,
    model: 'm',
    source: 'api',
    input_tokens: tokens,
    output_tokens: 1,
    total_tokens: tokens + 1,
    total_requests: 1,
    date: `2026-01-0${day + 1}T00:00:00Z`,
    created_at: `2026-01-0${day + 1}T00:00:00Z`,
  }));
  return snapshotOf([{ exchange: exchange(), records }], true);
}
const row = (user: string, tokens: number) =>
  JSON.stringify(['1 January', user, '', `${tokens}`, '1', `${tokens + 1}`, '1']);
const rows = (...sayings: string[]) => ({
  sayings: new Set(sayings),
  organizations: new Map<string, RowPlace>(),
});
const named = (id: string) => ({ ...rows(), organizations: new Map([[id, { row: 7, at: 0, what: id }]]) });

test.each([
  ['our own rows', rows(row(OURS, 5), row(OURS, 6)), 'held'],
  ['an org_id of ours', named('org-a'), 'held'],
  ['one that no key is shown in the stats', named('org-c'), 'held'],
  ["the other organization's org_id", named('org-b'), '"org-b"'],
  ['three rows of theirs', rows(row(THEIRS, 1), row(THEIRS, 2), row(THEIRS, 3)), '3 rows with the user'],
  ['two rows of theirs', rows(row(THEIRS, 1), row(THEIRS, 2)), 'held'],
  ['other counts of a user of theirs', rows(row(THEIRS, 7), row(THEIRS, 8), row(THEIRS, 9)), 'held'],
  ['rows of a user of both', rows(row(BOTH, 4), row(BOTH, 5), row(BOTH, 6)), 'held'],
])('an export for our key has %s', (_, table, expected) => {
  const [found] = ownRows({
    exchange: exchange(),
    whose: 'our',
    table,
    own: shown('org-a', [OURS, 5], [OURS, 6], [BOTH, 9]),
    strange: shown('org-b', [THEIRS, 1], [THEIRS, 2], [THEIRS, 3], [BOTH, 4], [BOTH, 5], [BOTH, 6]),
  });
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});
