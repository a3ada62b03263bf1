import type { DatabaseSync } from 'node:sqlite';

/** The numbers that stand for UUIDs in the usage table. */
export interface Names {
  /** The number of a UUID; a new one is given when it has none. */
  numberOf(uuid: string): number;
  /** The UUID behind a number. */
  uuidOf(number: number): string;
}

/** Reads and extends the names of a database; each is looked up once. */
export function createNames(database: DatabaseSync): Names {
  const find = database.prepare('SELECT number FROM names WHERE uuid = ?');
  const add = database.prepare('INSERT INTO names (uuid) VALUES (?)');
  const name = database.prepare('SELECT uuid FROM names WHERE number = ?');
  const numbers = new Map<string, number>();
  const uuids = new Map<number, string>();
  return {
    numberOf(uuid) {
      let number = numbers.get(uuid);
      if (number === undefined) {
        number = Number(find.get(uuid)?.number ?? add.run(uuid).lastInsertRowid);
        numbers.set(uuid, number);
      }
      return number;
    },
    uuidOf(number) {
      let uuid = uuids.get(number);
      if (uuid === undefined) {
        uuid = String(name.get(number)?.uuid);
        uuids.set(number, uuid);
      }
      return uuid;
    },
  };
}
