import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../message.ts';

/** Keys and wallets. */
export interface Wallets {
  /** All accounts that have a key. */
  accounts: readonly Account[];
  /** The keys by the names of their organizations. */
  keysOf: ReadonlyMap<string, string>;
  /** Whether anything is left in an organization's wallet. */
  solvent(organization: string): boolean;
  /** Takes the price of an answer out of the wallet; prompts that were seen before cost the cached rate. */
  charge(
    organization: string,
    model: string,
    tokens: { input: number; cached: number; output: number },
  ): void;
}

/** Reads keys once and keeps balances in the database. Rates are USD per 1M tokens, that is micro-USD per token. */
export function createWallets(database: DatabaseSync): Wallets {
  const accounts = database
    .prepare(
      `SELECT keys.key, users.org_id AS organization, users.id AS user, users.email
         FROM keys JOIN users ON users.id = keys.user_id`,
    )
    .all()
    .map((row) => ({ ...row }) as unknown as Account);
  const owners = database
    .prepare(
      `SELECT organizations.name, keys.key FROM keys JOIN users ON users.id = keys.user_id
         JOIN organizations ON organizations.id = users.org_id`,
    )
    .all();
  const balance = database.prepare('SELECT micro_usd FROM organizations WHERE id = ?');
  const price = database.prepare('SELECT input, output, cached FROM prices WHERE model = ?');
  const take = database.prepare('UPDATE organizations SET micro_usd = micro_usd - ? WHERE id = ?');
  return {
    accounts,
    keysOf: new Map(owners.map((row) => [String(row.name), String(row.key)])),
    solvent: (organization) => Number(balance.get(organization)?.micro_usd ?? 0) > 0,
    charge(organization, model, { input, cached, output }) {
      const rates = price.get(model);
      if (!rates) return;
      const cost =
        input * Number(rates.input) + cached * Number(rates.cached) + output * Number(rates.output);
      take.run(Math.round(cost), organization);
    },
  };
}
