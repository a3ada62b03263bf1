import type { DatabaseSync } from 'node:sqlite';
import type { UsageQuery, UsageRecord } from '../usage-record.ts';
import { COLUMNS, iterateRows, type Row } from './rows.ts';
import type { Sums } from './usage-store.ts';

/** A row and the record that it makes. */
interface Stored {
  row: Row;
  record: UsageRecord;
}

/** Organizations with at most so many records are read once and not for every answer. */
const SMALL = 1_000;

/** The records of small organizations in the order of pages, read once while nothing is added. */
export class SmallHistories {
  readonly #database: DatabaseSync;
  readonly #order: string;
  readonly #read: (row: Row) => UsageRecord;
  readonly #known = new Map<number, Stored[] | undefined>();
  /** The same as they were last, by id: few of them change when something is added. */
  readonly #lately = new Map<number, Stored>();

  constructor(database: DatabaseSync, order: string, read: (row: Row) => UsageRecord) {
    this.#database = database;
    this.#order = order;
    this.#read = read;
  }

  /** All records of an organization; undefined for a large one. */
  of(org: number): readonly Stored[] | undefined {
    if (!this.#known.has(org)) {
      const sql = `SELECT ${COLUMNS} FROM usage WHERE org = ? ORDER BY ${this.#order} LIMIT ${SMALL + 1}`;
      const rows = Array.from(iterateRows(this.#database, sql, [org]), (row) => this.#stored(row));
      this.#known.set(org, rows.length > SMALL ? undefined : rows);
      if (rows.length <= SMALL) for (const one of rows) this.#lately.set(one.row[0], one);
    }
    return this.#known.get(org);
  }

  /** Something was added. */
  forget(org: number): void {
    this.#known.delete(org);
  }

  #stored(row: Row): Stored {
    const known = this.#lately.get(row[0]);
    if (known && row.every((value, i) => value === known.row[i])) return known;
    return { row, record: this.#read(row) };
  }
}

/** Whether a row of the asking organization belongs to the answer, its page aside. */
export function matches(row: Row, { firstDay, lastDay, model, provider, source }: UsageQuery): boolean {
  const [, , , , itsModel, itsProvider, itsSource, , , , day] = row;
  return (
    (firstDay === undefined || day >= firstDay) &&
    (lastDay === undefined || day <= lastDay) &&
    (model === undefined || itsModel === model) &&
    (provider === undefined || itsProvider === provider) &&
    (source === undefined || itsSource === source)
  );
}

/** The sums of rows. */
export function sumsOf(rows: readonly Row[]): Sums {
  const users = new Set<number>();
  const models = new Set<string>();
  const providers = new Set<string>();
  const sums: Sums = {
    input: 0,
    output: 0,
    requests: 0,
    users: 0,
    models: 0,
    providers: 0,
    api: 0,
    app: 0,
    first: null,
    last: null,
  };
  for (const [, user, , , model, provider, source, input, output, requests, day] of rows) {
    sums.input += input;
    sums.output += output;
    sums.requests += requests;
    if (source === 'api') sums.api += requests;
    if (source === 'app') sums.app += requests;
    users.add(user);
    models.add(model);
    providers.add(provider);
    sums.first = Math.min(sums.first ?? day, day);
    sums.last = Math.max(sums.last ?? day, day);
  }
  return { ...sums, users: users.size, models: models.size, providers: providers.size };
}
