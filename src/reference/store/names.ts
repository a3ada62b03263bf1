import type { DatabaseSync } from 'node:sqlite';

/** The number that stands for a UUID in the usage table; a new one is given when it has none. */
export function numberOf(database: DatabaseSync, uuid: string): number {
  const known = database.prepare('SELECT number FROM names WHERE uuid = ?').get(uuid);
  if (known) return Number(known.number);
  return Number(database.prepare('INSERT INTO names (uuid) VALUES (?)').run(uuid).lastInsertRowid);
}
