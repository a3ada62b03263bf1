import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import { asReport } from '../report/validate.ts';
import { startCommand } from '../testing/command.ts';
import { say } from '../testing/interrupted-runs.ts';

const cwd = mkdtempSync(join(tmpdir(), 'chatspec-parent-'));
let service: ReferenceService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
  rmSync(cwd, { recursive: true, force: true });
});

const run = (key: string, out: readonly string[]) =>
  startCommand(
    ['--base-url', service.baseUrl, '--model', service.models.plain, '--only', '2.7', '--only', '6', ...out],
    { cwd, env: { CHATSPEC_API_KEY: key } },
  ).ended;

test.each([
  ['reports, which the first of them makes', 'reports', ['', '', '']],
  ['a folder of the user', 'mine', ['first', 'good', 'second']],
])(
  'two refused runs and a good one at the same time in %s: the good one is whole',
  async (_, parent, [one, two, three]) => {
    const out = (name: string | undefined) => (name ? ['--out', join(parent, name)] : []);
    const [refused, good, again] = await Promise.all([
      run('sk-nobody-knows-this-key', out(one)),
      run(service.keys.main, out(two)),
      run('sk-nobody-knows-this-one', out(three)),
    ]);
    expect([refused.exit, good.exit, again.exit]).toEqual([2, 0, 2]);
    const left = readdirSync(join(cwd, parent)).filter((name) => name !== 'latest');
    expect(left).toHaveLength(1);
    const folder = join(cwd, parent, left[0]!);
    expect(asReport(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).verdict).toBe(
      'conformant',
    );
    expect(await say('verify', folder)).toMatchObject({ exit: 0 });
  },
  120_000,
);
