import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../calendar.ts';
import type { UsageEntry, UsageQuery, UsageSource, UsageSummary } from '../usage/record.ts';
import { createNames } from './names.ts';
import { COLUMNS, iterateRows, rowReader } from './rows.ts';

/** Records of usage: what the usage endpoints read and what answers are counted in. */
export interface UsageStore extends UsageSource {
  /** Counts an entry from the moment `visibleAt` (epoch ms) on. */
  record(entry: UsageEntry, visibleAt: number): void;
  /** Lets what is due show; called before anything is read. */
  settle(now: number): void;
}

type Sums = Record<string, number | null>;

/** Opens the store over a database. `order` is SQL; `offsetMinutes` says where the service's day begins. */
export function createUsageStore(
  database: DatabaseSync,
  seed: number,
  order: string,
  offsetMinutes: number,
): UsageStore {
  const names = createNames(database);
  const read = rowReader(seed, names, offsetMinutes);
  let waiting: { entry: UsageEntry; visibleAt: number }[] = [];

  const select = (query: UsageQuery): { sql: string; values: (string | number)[] } => {
    const { where, values } = condition(query, names.numberOf(query.organization));
    let sql = `SELECT ${COLUMNS} FROM usage WHERE ${where} ORDER BY ${order}`;
    if (query.limit !== undefined || query.offset !== undefined) {
      sql += ' LIMIT ? OFFSET ?';
      values.push(query.limit ?? -1, query.offset ?? 0);
    }
    return { sql, values };
  };

  const count = (entry: UsageEntry): void => {
    const { email, model, provider, source, inputTokens, outputTokens, requests, at } = entry;
    const day = dayOf(at, offsetMinutes);
    database
      .prepare(
        `INSERT INTO usage (org, user, email, model, model_provider, source, input_tokens, output_tokens,
           total_requests, date, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (org, date, email, model, model_provider, source, user) DO UPDATE SET
           input_tokens = input_tokens + excluded.input_tokens,
           output_tokens = output_tokens + excluded.output_tokens,
           total_requests = total_requests + excluded.total_requests`,
      )
      .run(
        names.numberOf(entry.organization),
        names.numberOf(entry.user),
        email,
        model,
        provider,
        source,
        inputTokens,
        outputTokens,
        requests,
        day,
        at,
      );
  };

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
    list(query) {
      const { sql, values } = select(query);
      return Array.from(iterateRows(database, sql, values), read);
    },
    *each(query) {
      const { sql, values } = select(query);
      for (const row of iterateRows(database, sql, values)) yield read(row);
    },
    sum(query) {
      const { where, values } = condition(query, names.numberOf(query.organization));
      const row = database.prepare(`${SUMS} WHERE ${where}`).get(...values) as Sums;
      return summaryOf(row, query);
    },
  };
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
  const days = first === null || last === null ? 0 : Math.max(0, Number(last) - Number(first) + 1);
  return {
    total_input_tokens: Number(row.input),
    total_output_tokens: Number(row.output),
    total_tokens: Number(row.input) + Number(row.output),
    total_requests: Number(row.requests),
    unique_users: Number(row.users),
    unique_models: Number(row.models),
    unique_providers: Number(row.providers),
    api_usage: Number(row.api),
    app_usage: Number(row.app),
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
