import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../calendar.ts';
import type { UsageEntry, UsageQuery, UsageRecord, UsageSource, UsageSummary } from '../usage-record.ts';
import { createNames } from './names.ts';
import { COLUMNS, iterateRows, rowReader } from './rows.ts';
import { matches, SmallHistories, sumsOf } from './small-history.ts';

/** Records of usage: read by the usage endpoints, written for completions. */
export interface UsageStore extends UsageSource {
  /** Counts an entry from the moment `visibleAt` (epoch ms) on. */
  record(entry: UsageEntry, visibleAt: number): void;
  /** Lets what is due show; called before anything is read. */
  settle(now: number): void;
}

/** The data of a summary; counts of the organization's matching records. */
export interface Sums {
  input: number;
  output: number;
  requests: number;
  users: number;
  models: number;
  providers: number;
  api: number;
  app: number;
  first: number | null;
  last: number | null;
}

/** Opens the store over a database. `order` is SQL; `offsetMinutes` says where the service's day begins. */
export function createUsageStore(
  database: DatabaseSync,
  seed: number,
  order: string,
  offsetMinutes: number,
): UsageStore {
  const names = createNames(database);
  const read = rowReader(seed, names, offsetMinutes);
  const small = new SmallHistories(database, order, read);
  let waiting: { entry: UsageEntry; visibleAt: number }[] = [];

  const count = (entry: UsageEntry): void => {
    const org = names.numberOf(entry.organization);
    small.forget(org);
    insert(database, entry, { org, user: names.numberOf(entry.user), day: dayOf(entry.at, offsetMinutes) });
  };

  function* each(query: UsageQuery): Iterable<UsageRecord> {
    const org = names.numberOf(query.organization);
    const known = small.of(org);
    if (known) {
      const fitting = known.filter(({ row }) => matches(row, query));
      const { offset = 0, limit = fitting.length } = query;
      // Callers may change the result.
      for (const { record } of fitting.slice(offset, offset + limit)) yield { ...record };
      return;
    }
    const { sql, values } = selection(query, org, order);
    for (const row of iterateRows(database, sql, values)) yield read(row);
  }

  return {
    record(entry, visibleAt) {
      waiting.push({ entry, visibleAt });
    },
    settle(now) {
      const due = waiting.filter((w) => w.visibleAt <= now);
      if (due.length === 0) return;
      waiting = waiting.filter((w) => w.visibleAt > now);
      for (const { entry } of due) count(entry);
    },
    list: (query) => Array.from(each(query)),
    each,
    sum(query) {
      const org = names.numberOf(query.organization);
      const known = small.of(org);
      if (known) {
        return summaryOf(sumsOf(known.map(({ row }) => row).filter((row) => matches(row, query))), query);
      }
      const { where, values } = condition(query, org);
      const sums = database.prepare(`${SUMS} WHERE ${where}`).get(...values);
      return summaryOf(sums as unknown as Sums, query);
    },
  };
}

/** Adds an entry to the record of its day, its user and its model. */
function insert(
  database: DatabaseSync,
  { email, model, provider, source, inputTokens, outputTokens, requests, at }: UsageEntry,
  { org, user, day }: { org: number; user: number; day: number },
): void {
  database
    .prepare(
      `INSERT INTO usage (org, user, email, model, model_provider, source, input_tokens, output_tokens,
         total_requests, date, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (org, date, email, model, model_provider, source, user) DO UPDATE SET
         input_tokens = input_tokens + excluded.input_tokens,
         output_tokens = output_tokens + excluded.output_tokens,
         total_requests = total_requests + excluded.total_requests`,
    )
    .run(org, user, email, model, provider, source, inputTokens, outputTokens, requests, day, at);
}

/** The rows of a query, in the order of pages. */
function selection(
  query: UsageQuery,
  org: number,
  order: string,
): { sql: string; values: (string | number)[] } {
  const { where, values } = condition(query, org);
  const sql = `SELECT ${COLUMNS} FROM usage WHERE ${where} ORDER BY ${order}`;
  if (query.limit === undefined && query.offset === undefined) return { sql, values };
  return { sql: `${sql} LIMIT ? OFFSET ?`, values: [...values, query.limit ?? -1, query.offset ?? 0] };
}

const SUMS = `SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output,
  coalesce(sum(total_requests), 0) AS requests, count(DISTINCT user) AS users, count(DISTINCT model) AS models,
  count(DISTINCT model_provider) AS providers,
  coalesce(sum(total_requests) FILTER (WHERE source = 'api'), 0) AS api,
  coalesce(sum(total_requests) FILTER (WHERE source = 'app'), 0) AS app,
  min(date) AS first, max(date) AS last FROM usage`;

/** Days of the range, its end included; where an end is open, up to the outermost record. */
function summaryOf(row: Sums, query: UsageQuery): UsageSummary {
  const first = query.firstDay ?? row.first;
  const last = query.lastDay ?? row.last;
  const days = first === null || last === null ? 0 : Math.max(0, last - first + 1);
  return {
    total_input_tokens: row.input,
    total_output_tokens: row.output,
    total_tokens: row.input + row.output,
    total_requests: row.requests,
    unique_users: row.users,
    unique_models: row.models,
    unique_providers: row.providers,
    api_usage: row.api,
    app_usage: row.app,
    date_range_days: days,
  };
}

function condition(query: UsageQuery, org: number): { where: string; values: (string | number)[] } {
  const terms = ['org = ?'];
  const values: (string | number)[] = [org];
  const add = (term: string, value: string | number | undefined) => {
    if (value === undefined) return;
    terms.push(term);
    values.push(value);
  };
  add('date >= ?', query.firstDay);
  add('date <= ?', query.lastDay);
  add('model = ?', query.model);
  add('model_provider = ?', query.provider);
  add('source = ?', query.source);
  return { where: terms.join(' AND '), values };
}
