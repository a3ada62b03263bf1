import { expect, it } from 'vitest';
import { knownWords } from './known.ts';
import type { Report } from './model.ts';

const known = (count: number, state: 'expired' | 'gone') =>
  Array.from({ length: count }, (_, i) => ({
    ...{ check: 'stream/framing', fingerprint: `f${i}`, until: '2020-01-01', state },
    ...{ reason: 'known', owner: 'me' },
  })) as unknown as NonNullable<Report['known']>;

it('names the first accepted findings that need an action, and counts the others', () => {
  const words = knownWords({ known: [...known(3, 'expired'), ...known(4_990, 'gone')] });
  expect(words).toEqual([
    ...[0, 1, 2].map((i) => `accepted only until 2020-01-01, and no longer: stream/framing f${i}`),
    ...[0, 1, 2].map((i) => `accepted, and no longer occurs: stream/framing f${i}`),
    'and 4987 more like it: see known in report.json',
  ]);
});
