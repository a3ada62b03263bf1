import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { NOTHING } from '../measures.ts';
import {
  type Accounts,
  begin,
  complain,
  type EndpointTimeline,
  notFollowed,
  since,
  uncertain,
} from './endpoint-timeline.ts';
import { ownCompletion } from './own-completions.ts';

const redirect = exchange({ id: 'e7', status: 307 });
const leftOut = [
  { endpoint: 'stats', error: new Inconclusive('no records came', [redirect], 'path/stats') } as const,
];

test('why an endpoint was not followed is told with its exchanges and the check to blame', () => {
  const error = notFollowed({ leftOut }, 'stats');
  expect(error.message).toBe('the stats could not be measured: no records came');
  expect(error.exchanges).toEqual([redirect]);
  expect(error.blockedBy).toBe('path/stats');
});

test('nothing is made up of an endpoint of which nothing is known', () => {
  const error = notFollowed({ leftOut }, 'export');
  expect(error.message).toBe('the export could not be measured');
  expect([error.exchanges, error.blockedBy]).toEqual([[], undefined]);
});

const cut = [0, 1, 2].map((n) =>
  exchange({ id: `e${n}`, body: '[', failure: { kind: 'cut', message: 'reset' } }),
);
const followed = [{} as EndpointTimeline];

test.each<[string, Inconclusive, EndpointTimeline[], boolean]>([
  ['where another check says why', leftOut[0]!.error, followed, false],
  ['where its bodies break off alike', new Inconclusive('reset', cut), followed, true],
  [
    'where its bodies break off, as another check says',
    new Inconclusive('reset', cut, 'path/stats'),
    followed,
    true,
  ],
  ['where nobody says why', new Inconclusive('reset', cut.slice(1)), followed, true],
  ['where there is no other', leftOut[0]!.error, [], true],
])('an endpoint that was not followed leaves a check undecided: %s', (_, error, timelines, complains) => {
  const seen = { timelines, leftOut: [{ endpoint: 'stats', error } as const] };
  if (complains) expect(() => complain(seen)).toThrow(Inconclusive);
  else expect(() => complain(seen)).not.toThrow();
});

test('what was answered while the first reading was under way may be in it or not', () => {
  const at = (startedAt: number) =>
    ownCompletion(exchange({ id: `e${startedAt}`, startedAt, body: {} }), undefined);
  const read = exchange({ id: 'u1', startedAt: 1_000, endMs: 3_000 });
  const reading = { exchange: read, totals: NOTHING, aggregate: undefined };
  const [timeline] = begin({ summary: { range: {}, reading, stillMs: 0 } });
  const run = [at(500), at(2_000), at(4_000), at(4_001)];
  expect(since(run, reading)).toEqual([run[3]]);
  expect(uncertain({ run } as Accounts, timeline!)).toEqual(run.slice(0, 3));
});
