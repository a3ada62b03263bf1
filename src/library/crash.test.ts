import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asReport } from '../report/validate.ts';
import { startCommand } from '../testing/command.ts';
import { createReference, judge } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reportIn = (out: string) => asReport(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));

test('a run that breaks writes the report of the run so far, and names it', async () => {
  const reference = createReference();
  const out = join(folder, 'broken');
  let results = 0;
  const judging = judge({
    fetch: reference.fetch,
    apiKey: reference.keys.main,
    model: reference.models.plain,
    out,
    only: ['7.3'],
    onProgress: ({ type }) => {
      if (type === 'result' && ++results === 3) throw new Error('a mistake of ours');
    },
  });
  await expect(judging).rejects.toThrow(`a mistake of ours; the report of the run so far is in ${out}`);
  const report = reportIn(out);
  expect(report.verdict).toBe('inconclusive');
  expect(report.ended).toEqual({ stopped: 'chatspec failed: a mistake of ours' });
  expect(report.cost.requests).toBeGreaterThan(0);
});

/** Throws where no code can catch it, after the fifth request. */
const MISTAKE = `
import { subscribe } from 'node:diagnostics_channel';
let requests = 0;
subscribe('undici:request:create', () => {
  if (++requests === 5) setTimeout(() => { throw new Error('nobody caught this'); });
});`;

test('an error that nobody catches ends the command with 2, and the report is written', async () => {
  const out = join(folder, 'uncaught');
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(MISTAKE)}` };
  const { ended } = startCommand(['--only', '7.3', '--out', out], { cwd: folder, env });
  const { exit, stderr } = await ended;
  // A drawn folder name may look like a key, and is masked on the terminal then.
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^chatspec: internal error: nobody caught this; the report of the run so far is in \S+\/uncaught$/,
  );
  expect(exit).toBe(2);
  expect(reportIn(out).cost.requests).toBeGreaterThan(0);
});
