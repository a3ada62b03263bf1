import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { answersUndated } from './order.ts';

test('dates are optional where a request without them is answered', () => {
  expect(answersUndated({ plain: exchange({ body: [] }), dated: undefined })).toEqual([]);
});

test('dates are demanded where only a request with them is answered', () => {
  const url = 'http://service.test/api/v1/usage/stats?start_date=2026-01-01&end_date=2026-02-01';
  const dated = exchange({ id: 'e2', method: 'GET', url, body: [] });
  const [finding] = answersUndated({ plain: exchange({ id: 'e1', status: 422, body: {} }), dated });
  expect(finding).toMatchObject({
    place: 'status',
    actual: 'status 422 without parameters, 200 with start_date=2026-01-01 and end_date=2026-02-01',
    exchanges: ['e1', 'e2'],
  });
});
