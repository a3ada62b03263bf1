import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { readAlike } from './read-alike.ts';

const page = { body: '<h1>Denied</h1>', headers: { 'content-type': 'text/html' } };

test.each<[string, ReturnType<typeof exchange>, string]>([
  ['the same status', exchange({ status: 422 }), 'held'],
  ['another one', exchange({ status: 415 }), 'found'],
  ['a server error', exchange({ status: 500 }), 'found'],
  ['a gateway in front', exchange({ status: 403, ...page }), 'inconclusive'],
  ['no answer', exchange({ status: null }), 'inconclusive'],
])('%s', (_, other, expected) => {
  const [found] = readAlike('a charset')({ without: exchange({ status: 422 }), exchange: other });
  expect(found ? (found.as ?? 'found') : 'held').toBe(expected);
});

test('a status that is allowed beside it', () => {
  const sent = { without: exchange({ status: 422 }), exchange: exchange({ status: 411 }) };
  expect(readAlike('a body in chunks', 411)(sent)).toEqual([]);
  expect(readAlike('a body in chunks')(sent)).toHaveLength(1);
});
