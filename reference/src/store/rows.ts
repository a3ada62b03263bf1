import type { DatabaseSync } from 'node:sqlite';
import { isoDateTime } from '../calendar.ts';
import { uuid } from '../chance.ts';
import type { UsageRecord } from '../usage-record.ts';
import type { Names } from './names.ts';

/** The columns of a record, in this order: rows are arrays, which is faster for a million of them. */
export const COLUMNS =
  'id, user, org, email, model, model_provider, source, input_tokens, output_tokens, total_requests, date, created_at';

/** The columns of a record. */
export type Row = [
  id: number,
  user: number,
  org: number,
  email: string,
  model: string,
  provider: string,
  source: string,
  input: number,
  output: number,
  requests: number,
  day: number,
  createdAt: number,
];

/** Makes records of rows. Ids follow from the row, so that they stay the same between answers. */
export function rowReader(seed: number, names: Names, offsetMinutes: number): (row: Row) => UsageRecord {
  const family = `${seed} record`;
  const days = new Map<number, string>();
  const dateOf = (day: number): string => {
    let text = days.get(day);
    if (text === undefined) {
      text = isoDateTime(day, offsetMinutes);
      days.set(day, text);
    }
    return text;
  };
  return ([id, user, org, email, model, provider, source, input, output, requests, day, createdAt]) => ({
    id: uuid(family, id),
    user_id: names.uuidOf(user),
    org_id: names.uuidOf(org),
    email,
    model,
    model_provider: provider,
    source,
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    total_requests: requests,
    date: dateOf(day),
    created_at: new Date(createdAt).toISOString(),
  });
}

/** Reads rows one by one as the statement yields them. */
export function* iterateRows(
  database: DatabaseSync,
  sql: string,
  values: readonly (string | number)[],
): Iterable<Row> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  yield* statement.iterate(...values) as unknown as Iterable<Row>;
}
