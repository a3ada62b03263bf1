import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visible } from '../report/text.ts';
import { type FaultyRun, judgeFaulty } from '../testing/repeated-finding.ts';

let run: FaultyRun;
beforeAll(async () => {
  const only = ['--only', 'request/unknown-field', '--only', 'stream/ends-with-done'];
  run = await judgeFaulty(['request/unknown-field-accepted', 'stream/done-lower-case'], only);
}, 120_000);
afterAll(() => run.close());

test('a line that repeats a finding is the same in all that is printed, runs as it stands, and repeats it', async () => {
  const failed = run.report.checks.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(['request/unknown-field', 'stream/ends-with-done']);
  const files = ['index.html', 'summary.md', 'junit.xml', 'ctrf.json'];
  const printed = [run.stdout, ...files.map((name) => readFileSync(join(run.folder, name), 'utf8'))];
  for (const check of failed) {
    expect(check.reproduce).toMatch(
      /^npm start -- --base-url http:\S+ --model \S+ --settle 0\.2 --only \S+ --seed \d+$/,
    );
    for (const text of printed) expect(visible(text)).toContain(check.reproduce);
    const again = await run.again(check);
    expect(again).toMatchObject({ verdict: 'fail', message: check.message });
  }
  for (const text of printed) expect(text).not.toMatch(/\bnpx\b/);
}, 180_000);
