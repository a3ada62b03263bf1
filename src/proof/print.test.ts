import { expect, test } from 'vitest';
import { adviceOnAccused, printed } from './print.ts';
import { summarize } from './tally.ts';
import { NOTHING } from './tasks.ts';

test('an accused variant is named with its title, its place, the finding and the next command', () => {
  const complaints = ['completion/x fail: expected: a; got: b'];
  const summary = summarize(
    [
      {
        ...NOTHING,
        task: { kind: 'variants', ids: ['completion/id-uuid'], seed: 1, network: false },
        variants: { leftAlone: false, complaints },
      },
    ],
    [],
  );
  expect(printed(summary, 1)).toMatch(
    /completion\/id-uuid \(seed 1\)\n +ids of completions are UUIDs \(reference\/src\/variants\/answer-ids\.ts:\d+\)\n +completion\/x fail: expected: a; got: b\n/,
  );
  expect(adviceOnAccused(summary, 'completion/x')).toContain('npm start -- explain completion/id-uuid');
  expect(adviceOnAccused(summarize([], []), 'completion/x')).toBe('');
});
