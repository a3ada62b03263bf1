import { expect, test } from 'vitest';
import { adviceOnAccused, printed } from './print.ts';
import { summarize } from './tally.ts';
import { type Done, NOTHING } from './tasks.ts';

test('an accused variant is named with its title, its place, the finding and the next command', () => {
  const complaints = ['completion/x fail: expected: a; got: b'];
  const variants = { leftAlone: false, complaints };
  const ofVariant: Done = {
    ...NOTHING,
    task: { kind: 'variants', ids: ['completion/id-uuid'], seed: 1, network: false },
    variants,
  };
  const summary = summarize([ofVariant], []);
  expect(printed(summary, 1)).toMatch(
    /completion\/id-uuid \(seed 1\)\n +ids of completions are UUIDs \(reference\/src\/variants\/bodies\.ts:\d+\)\n +completion\/x fail: expected: a; got: b\n/,
  );
  expect(adviceOnAccused(summary, 'completion/x')).toContain('npm start -- explain completion/id-uuid');
  expect(adviceOnAccused(summarize([], []), 'completion/x')).toBe('');
  // The reference service is named alone: its variants are accused for the same reason.
  const ofReference: Done = { ...ofVariant, task: { kind: 'baseline', seed: 1, network: false } };
  const both = summarize([ofReference, ofVariant], []);
  expect(printed(both, 1)).not.toContain('completion/id-uuid');
  expect(adviceOnAccused(both, 'completion/x')).toContain(
    'change the judge.\n  npm start -- --only completion/x',
  );
});
