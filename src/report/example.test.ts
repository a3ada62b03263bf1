import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXAMPLE, essence, writeExample } from '../testing/example.ts';
import { verifyFolder } from './integrity/verify.ts';
import { asReport } from './validate.ts';

it('the example report is what this suite would write today: else run npm run example', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chatspec-example-'));
  try {
    const stored = asReport(JSON.parse(await readFile(join(EXAMPLE, 'report.json'), 'utf8')));
    expect(essence(stored)).toEqual(essence(await writeExample(join(folder, 'run'))));
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('the example report is as it was written', async () => {
  expect((await verifyFolder(EXAMPLE)).problems).toEqual([]);
});
