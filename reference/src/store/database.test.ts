import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '../service/service.ts';
import { openDatabase } from './database.ts';
import { createWallets } from './wallets.ts';

const folder = mkdtempSync(join(tmpdir(), 'reference-'));
afterAll(() => rmSync(folder, { recursive: true }));

const contents = { seed: 1, records: 3, today: 20_000 };

describe('a database', () => {
  it('in a file keeps keys and usage from one start to the next', async () => {
    const database = join(folder, 'kept.db');
    const totals: number[] = [];
    for (const seed of [5, 6]) {
      const service = await startService({ database, seed, records: 4 });
      const headers = { Authorization: `Bearer ${service.keys.main}` };
      const body = JSON.stringify({
        model: service.models.plain,
        messages: [{ role: 'user', content: 'Hi' }],
      });
      const answer = await fetch(`${service.baseUrl}/api/v1/chat/completions`, {
        method: 'POST',
        headers,
        body,
      });
      await answer.text();
      const summary = await fetch(`${service.baseUrl}/api/v1/usage/summary`, { headers });
      totals.push(((await summary.json()) as { total_requests: number }).total_requests);
      await service.close();
    }
    expect(totals[1]).toBe(totals[0]! + 1);
  });

  it('in memory is every service’s own', () => {
    const [one, other] = [openDatabase(contents), openDatabase(contents)];
    one.exec('DELETE FROM usage');
    expect(other.prepare('SELECT count(*) AS n FROM usage').get()?.n).toBe(6);
  });
});

describe('a wallet', () => {
  it('pays each kind of token at its own rate, until it is empty', () => {
    const database = openDatabase(contents);
    database.exec(`INSERT INTO prices VALUES ('m', 2, 10, 0.5); UPDATE organizations SET micro_usd = 150`);
    const wallets = createWallets(database);
    const { organization } = wallets.accounts[0]!;
    const left = () =>
      database.prepare('SELECT micro_usd AS n FROM organizations WHERE id = ?').get(organization)?.n;
    wallets.charge(organization, 'm', { input: 10, cached: 20, output: 5 });
    expect([left(), wallets.solvent(organization)]).toEqual([70, true]);
    wallets.charge(organization, 'm', { input: 100, cached: 0, output: 0 });
    expect(wallets.solvent(organization)).toBe(false);
  });
});
