import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { answersUndated } from './without-dates.ts';

const PATH = '/api/v1/usage/stats';

test('dates are optional where a request without them is answered', () => {
  expect(answersUndated({ plain: exchange({ body: [] }), path: PATH })).toEqual([]);
});

test('dates are demanded where only a request with them is answered', () => {
  const path = `${PATH}?start_date=2026-01-01&end_date=2026-02-01`;
  const [finding] = answersUndated({ plain: exchange({ status: 422, body: {} }), path });
  expect(finding).toMatchObject({
    place: 'status',
    actual: 'status 422, and 200 with start_date=2026-01-01 and end_date=2026-02-01',
  });
});
