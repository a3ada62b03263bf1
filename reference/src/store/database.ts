import { DatabaseSync } from 'node:sqlite';
import { HOSTED } from '../catalogue.ts';
import { tenants } from '../tenants.ts';
import { writeHistory } from './history.ts';

const SCHEMA = `
CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL, micro_usd INTEGER NOT NULL);
CREATE TABLE users (id TEXT PRIMARY KEY, org_id TEXT NOT NULL REFERENCES organizations, email TEXT NOT NULL);
CREATE TABLE keys (key TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users);
CREATE TABLE prices (model TEXT PRIMARY KEY, input REAL NOT NULL, output REAL NOT NULL, cached REAL NOT NULL);
-- Organizations and users of usage are numbers here, so that a million records stay small.
CREATE TABLE names (number INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE);
CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  org INTEGER NOT NULL,
  user INTEGER NOT NULL,
  email TEXT NOT NULL,
  model TEXT NOT NULL,
  model_provider TEXT NOT NULL,
  source TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  total_requests INTEGER NOT NULL,
  date INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);`;

/** One record a combination and day (spec 2.8); the order of its columns is the order of pages, so that paging is a walk. */
const INDEX =
  'CREATE UNIQUE INDEX usage_by_day ON usage (org, date DESC, email, model, model_provider, source, user)';

/** What a database is filled with. */
export interface Contents {
  seed: number;
  /** Records of the first organization. */
  records: number;
  /** The day before which history ends, counted from 1970-01-01. */
  today: number;
}

const images = new Map<string, Uint8Array>();

/**
 * Opens the database of a service: in memory, or in a file that is filled when it is new. The content in memory is made
 * once a process for each seed, size and day, and copied from then on.
 */
export function openDatabase(contents: Contents, file?: string): DatabaseSync {
  const database = new DatabaseSync(file ?? ':memory:');
  if (file !== undefined) {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    if (!database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'usage'`).get()) fill(database, contents);
    return database;
  }
  const name = `${contents.seed} ${contents.records} ${contents.today}`;
  const image = images.get(name);
  if (image) {
    database.deserialize(image);
    return database;
  }
  fill(database, contents);
  // A large history is made once anyway, and its copy would cost as much memory again.
  if (contents.records <= 10_000) images.set(name, database.serialize());
  return database;
}

function fill(database: DatabaseSync, { seed, records, today }: Contents): void {
  database.exec(`BEGIN; ${SCHEMA}`);
  const { organizations, keys } = tenants(seed, Math.ceil(records / 7_000));
  const addOrganization = database.prepare('INSERT INTO organizations VALUES (?, ?, ?)');
  const addUser = database.prepare('INSERT INTO users VALUES (?, ?, ?)');
  const addKey = database.prepare('INSERT INTO keys VALUES (?, ?)');
  const addPrice = database.prepare('INSERT INTO prices VALUES (?, ?, ?, ?)');
  for (const { id, name, balanceUsd, users } of organizations) {
    addOrganization.run(id, name, balanceUsd * 1_000_000);
    for (const user of users) addUser.run(user.id, id, user.email);
  }
  for (const { key, user } of keys) addKey.run(key, user);
  for (const { id, rates } of HOSTED) addPrice.run(id, rates.input, rates.output, rates.cached);
  const [first, , other] = organizations;
  writeHistory(database, first!, { seed, records, today });
  writeHistory(database, other!, { seed: seed + 1, records: Math.min(records, 60), today });
  database.exec(`${INDEX}; COMMIT`);
}
