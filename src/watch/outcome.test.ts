import { expect, test } from 'vitest';
import { buildReport } from '../report/build.ts';
import { endLine, exchangeLine, facts, result, runLine } from '../testing/journal.ts';
import { outcomeOf } from './round.ts';

test('a round of the smoke profile calls no service conformant', async () => {
  const catalogue = runLine([facts('stream/framing')]);
  const smoke = { ...catalogue, settings: { ...catalogue.settings, profile: 'smoke' as const } };
  const outcomes = [];
  for (const first of [catalogue, smoke]) {
    async function* lines() {
      yield* [first, exchangeLine('e1'), result('stream/framing', 'pass'), endLine(1, 1)];
    }
    outcomes.push(outcomeOf(await buildReport(lines, {})));
  }
  expect(outcomes).toEqual(['conformant', 'held']);
});
