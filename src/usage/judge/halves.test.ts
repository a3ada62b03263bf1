import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { halvesAddUp, type Part } from './halves.ts';

const part = (counts: Record<string, bigint>): Part => ({
  exchange: exchange({ body: counts.toString() }),
  shown: new Map(Object.entries(counts)),
});
const union = part({ requests: 3n, tokens: 9n });

test.each([
  ['two parts that meet', part({ requests: 1n, tokens: 4n }), [part({ requests: 2n, tokens: 5n })], 0],
  ['two parts that meet, without one count', part({ requests: 1n }), [part({ requests: 2n })], 0],
  [
    'a range that meets the second time',
    part({ requests: 1n }),
    [part({ requests: 1n }), part({ requests: 2n })],
    0,
  ],
  ['a part that comes twice', union, [union], 1],
])('%s', (_, first, seconds, breaches) => {
  expect(halvesAddUp({ endpoint: 'summary', union, first, seconds })).toHaveLength(breaches);
});

test('nothing is known without a common count', () => {
  const judged = halvesAddUp({ endpoint: 'export', union, first: part({}), seconds: [part({})] });
  expect(judged).toBeInstanceOf(Inconclusive);
});
