import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { acceptance } from './acceptance.ts';
import { type RefusalKind, refusal } from './refusal.ts';

const STATUSES = [200, 422, 400, 500, 404, 403, 307] as const;

/** One column a status, in the order above. */
const TABLE: [RefusalKind, string][] = [
  ['bound', 'fail pass fail fail fail fail warn'],
  ['enumeration', 'fail pass warn fail fail fail warn'],
  ['nested', 'fail pass warn fail warn warn warn'],
  ['unknown', 'fail pass warn fail warn warn warn'],
  ['missing', 'fail pass warn fail warn warn warn'],
  ['unparsable', 'fail fail pass fail warn warn warn'],
  ['not-an-object', 'fail pass pass fail warn warn warn'],
  ['no-text', 'fail warn pass fail warn warn warn'],
  ['lenient', 'warn warn pass fail warn warn warn'],
];

test.each(
  TABLE.flatMap(([kind, row]) => row.split(' ').map((verdict, i) => [kind, STATUSES[i]!, verdict] as const)),
)('%s answered %i: %s', (kind, status, verdict) => {
  const [finding] = refusal(kind)({ exchange: exchange({ status, body: {} }), what: 'n is 0' });
  expect(finding ? (finding.as ?? 'fail') : 'pass').toBe(verdict);
});

test.each([
  [{ status: 403, body: '<html>blocked</html>', headers: { 'content-type': 'text/html' } }],
  [{ status: 406, body: '{}', headers: { 'cf-mitigated': 'challenge' } }],
  [
    {
      status: 413,
      body: '<html>413 Request Entity Too Large</html>',
      headers: { 'content-type': 'text/html' },
    },
  ],
])('a gateway in front leaves it undecided: %j', (parts) => {
  const evidence = { exchange: exchange(parts), what: 'n is 0' };
  expect(refusal('bound')(evidence)[0]!.as).toBe('inconclusive');
  expect(acceptance(evidence)[0]!.as).toBe('inconclusive');
});

test('a stream that tells of the error is an acceptance, and is named', () => {
  const streamed = exchange({
    body: 'data: {"error":{}}\n\ndata: [DONE]\n\n',
    headers: { 'content-type': 'text/event-stream' },
  });
  const [finding] = refusal('bound')({ exchange: streamed, what: 'n is 0' });
  expect(finding?.as).toBeUndefined();
  expect(finding?.actual).toContain('event stream');
});

test.each([
  [200, undefined, 'pass'],
  [422, undefined, 'fail'],
  [400, undefined, 'fail'],
  [404, undefined, 'fail'],
  [500, undefined, 'fail'],
  [308, undefined, 'warn'],
  [422, 'the model does not reason', 'warn'],
  [500, 'the model does not reason', 'fail'],
])('a valid request answered %i (%s): %s', (status, excuse, verdict) => {
  const evidence = { exchange: exchange({ status, body: {} }), what: 'n = 1', ...(excuse ? { excuse } : {}) };
  const [finding] = acceptance(evidence);
  expect(finding ? (finding.as ?? 'fail') : 'pass').toBe(verdict);
});
