import { expect, test } from 'vitest';
import { endLine, exchangeLine, facts, result, runLine } from '../testing/journal.ts';
import type { RunLine } from '../vocabulary/record.ts';
import { buildReport } from './build.ts';
import { statedVerdict } from './statement.ts';

const whole = runLine([facts('stream/framing')]);
const selection = { ...whole.selection, only: ['stream/framing'] };
const [smoke, shard] = [{ profile: 'smoke' as const }, { shard: { index: 1, of: 2 } }];

test.each<[string, Partial<RunLine>, 'pass' | 'fail', string]>([
  ['the whole contract', {}, 'pass', 'conformant'],
  ['the smoke profile', { settings: { ...whole.settings, ...smoke } }, 'pass', 'held'],
  ['a shard', { settings: { ...whole.settings, ...shard } }, 'pass', 'held'],
  ['a selection', { selection }, 'pass', 'held'],
  ['a selection with a violation', { selection }, 'fail', 'non-conformant'],
])('a run of %s, in one word', async (_, parts, verdict, word) => {
  async function* lines() {
    yield* [{ ...whole, ...parts }, exchangeLine('e1'), result('stream/framing', verdict), endLine(1, 1)];
  }
  expect(statedVerdict(await buildReport(lines, {}))).toBe(word);
});
