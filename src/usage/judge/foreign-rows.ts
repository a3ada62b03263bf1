import type { Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { parseJson } from '../../vocabulary/parse-json.ts';
import type { Table } from '../csv/table.ts';
import { inOneCase } from '../walk/record.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { breach, quoted } from './finding.ts';
import { COMMON } from './foreign.ts';

/** The rows of closed days for one key, and the records of both organizations. */
export interface ForeignRows {
  exchange: Exchange;
  /** The key of the request. */
  whose: 'our' | "the other organization's";
  table: Pick<Table, 'organizations' | 'sayings'>;
  own: Pick<UsageSnapshot, 'organizations' | 'sayings' | 'whole'>;
  strange: Pick<UsageSnapshot, 'organizations' | 'sayings'>;
}

/**
 * No row names another organization, or repeats a record of a user whom only the other key is shown. This needs no
 * sums: those of an export with the rows of both organizations equal the records of neither.
 */
export const ownRows: Judge<ForeignRows> = ({ exchange, whose, table, own, strange }) => {
  const expected = `only rows of the key's organization for ${whose} key`;
  const ours = new Set([...own.organizations.keys()].map((id) => id.toLowerCase()));
  const theirs = new Set([...strange.organizations.keys()].map((id) => id.toLowerCase()));
  const named = [...table.organizations].find(([id]) => theirs.has(id) && !ours.has(id));
  if (named) {
    const actual = `a row with the other organization's org_id, ${quoted(named[0])}`;
    return [breach(exchange, `body, row ${named[1].row}`, expected, actual)];
  }
  const records = new Set(
    [...strange.sayings.keys()]
      .map(userAndCounts)
      .filter(([user]) => !own.whole.users.has(user))
      .map(String),
  );
  const rows = new Set([...table.sayings].map(rowUserAndCounts).map(String));
  const shared = [...rows].filter((row) => records.has(row));
  if (shared.length < COMMON) return [];
  const actual = `${counted(shared.length, 'row')} with the user and the counts of a record that only the other key is shown`;
  return [breach(exchange, 'body', expected, actual)];
};

/** The user and the counts of a record, from its identity without the id. */
function userAndCounts(identity: string): [user: string, ...counts: string[]] {
  const end = identity.lastIndexOf(']') + 1;
  const [, user] = parseJson(identity.slice(0, end)) as [unknown, string];
  return [user, ...identity.slice(end).trim().split(' ')];
}

/** The same of a row: its date, user and model, and the counts. */
function rowUserAndCounts(saying: string): string[] {
  const [, user, , ...counts] = parseJson(saying) as [string, string, string, ...string[]];
  return [inOneCase(user.trim()), ...counts];
}
