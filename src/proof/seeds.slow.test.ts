import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { readJournal } from '../record/read.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';
import { type Outcome, runAgainst } from './against.ts';

const checks = CHECKS.filter((check) => inProfile(check, 'standard'));
const run = (seed: number) => runAgainst(checks, { changes: [], seed });
const accusations = ({ results }: Outcome) =>
  results
    .filter((line) => ['fail', 'warn', 'error', 'inconclusive'].includes(line.verdict))
    .map((line) => line.id);

/** What a run of the command sends, without where and when: sorted, since checks run side by side. */
async function sent(args: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-seeds-'));
  try {
    // Pseudonyms are salted anew for each run.
    await recordReferenceRun({ folder, args: [...args, '--keep-identities'] });
    const requests: string[] = [];
    for await (const line of readJournal(folder)) {
      if (line.type !== 'exchange') continue;
      const { method, url, body } = line.request;
      requests.push(`${method} ${new URL(url).pathname}${new URL(url).search} ${JSON.stringify(body)}`);
    }
    return requests.sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the same seed sends the same requests, another one others', { timeout: 60_000 }, async () => {
  const [one, two, other] = [
    await sent(['--seed', '42']),
    await sent(['--seed', '42']),
    await sent(['--seed', '43']),
  ];
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 4294967295])(
  'seed %i accuses nobody',
  { timeout: 60_000 },
  async (seed) => {
    const outcome = await run(seed);
    expect(accusations(outcome)).toEqual([]);
    expect(outcome.billable).toBeLessThanOrEqual(60);
  },
);

test.each([1, 7, 77, 1_525_838_947])(
  'seed %i pays for 60 completions and sends at most 800 requests',
  async (seed) => {
    const { billed, requests } = await run(seed);
    expect(billed).toBe(60);
    expect(requests).toBeLessThanOrEqual(800);
  },
);
