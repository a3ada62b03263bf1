import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { untouchedByCancellation, untouchedByRefusal } from './after-refusal.ts';

test.each([
  ['as alone', 400, 422, 422, 0],
  ['the refusal comes again', 400, 400, 422, 1],
  ['another refusal', 422, 422, 400, 1],
  ['taken alone, refused after', 400, 400, 200, 1],
  ['refused alone, taken after', 422, 200, 422, 1],
])('%s', (_, refused, after, alone, breaches) => {
  const found = untouchedByRefusal({
    refused: exchange({ id: 'e1', status: refused }),
    after: exchange({ id: 'e2', status: after }),
    alone: exchange({ id: 'e3', status: alone }),
  });
  expect(found).toHaveLength(breaches);
  const actual = `status ${after} after a request with status ${refused} on the same connection`;
  if (breaches) expect(found[0]).toMatchObject({ actual, place: 'status', exchanges: ['e2', 'e3', 'e1'] });
});

test.each([
  ['the same each time', { after: [200, 200], alone: [422] }, 1],
  ['once as alone', { after: [200, 422] }, 0],
  ['once alone as after', { alone: [422, 200] }, 0],
])(
  'several at once: %s',
  (_, { after = [], alone = [] }: { after?: number[]; alone?: number[] }, breaches) => {
    const all = (statuses: number[]) => statuses.map((status, i) => exchange({ id: `e${i + 4}`, status }));
    const found = untouchedByRefusal({
      refused: exchange({ id: 'e1', status: 400 }),
      after: exchange({ id: 'e2', status: 200 }),
      alone: exchange({ id: 'e3', status: 422 }),
      again: { after: all(after), alone: all(alone) },
    });
    expect(found).toHaveLength(breaches);
  },
);

test.each([
  ['accepted as at another time', 200, 200, 0],
  ['rejected, accepted at another time', 422, 200, 1],
  ['a server error, accepted at another time', 500, 200, 1],
])('after a canceled stream: %s', (_, after, alone, breaches) => {
  const found = untouchedByCancellation({
    canceled: exchange({ id: 'e1', status: 200 }),
    after: exchange({ id: 'e2', status: after }),
    alone: exchange({ id: 'e3', status: alone }),
  });
  expect(found).toHaveLength(breaches);
  if (breaches) expect(found[0]).toMatchObject({ place: 'status', exchanges: ['e2', 'e3', 'e1'] });
});
