import { expect, test } from 'vitest';
import { exchange, streamExchange } from '../testing/exchange.ts';
import {
  isErrorStream,
  type Refusal,
  refusedBeforeTheStream,
  refusedByUsage,
  refusedForItsForm,
  refusedWith401,
  refusedWithUsualStatus,
} from './auth.ts';

const web = { body: '<h1>Denied</h1>', headers: { 'content-type': 'text/html' } };
const fast = { body: { error: 'Rate limit exceeded, slow down' } };
const refusal = (status: number, control = 200, parts = {}): Refusal => ({
  probe: exchange({ id: 'e1', status, ...parts }),
  control: exchange({ id: 'e2', status: control }),
});

/** `fail` stands for a finding at the check's own level. */
const weight = (found: readonly { as?: string }[]) => found.map((f) => f.as ?? 'fail').join() || 'held';

test.each([
  ['401 passes', refusal(401), 'held', 'held', 'held'],
  ['403 is for usage endpoints only', refusal(403), 'fail', 'held', 'held'],
  ['a gateway may forbid for itself', refusal(403, 200, web), 'inconclusive', 'held', 'held'],
  ['another 4xx', refusal(404), 'fail', 'held', 'held'],
  ['one that came too fast', refusal(400, 200, fast), 'inconclusive', 'inconclusive', 'held'],
  ['an open door that speaks of limits', refusal(200, 200, fast), 'fail', 'fail', 'fail'],
  ['a server error', refusal(500), 'fail', 'fail', 'fail'],
  ['a redirect', refusal(302), 'warn', 'warn', 'warn'],
  ['an open door', refusal(200), 'fail', 'fail', 'fail'],
  ['an open door, even when the right key is refused', refusal(200, 401), 'fail', 'fail', 'fail'],
  ['a lock-out', refusal(401, 401), 'inconclusive', 'inconclusive', 'inconclusive'],
  [
    'an endpoint that is broken for everyone',
    refusal(500, 500),
    'inconclusive',
    'inconclusive',
    'inconclusive',
  ],
  ['an endpoint that is absent for everyone', refusal(404, 404), 'inconclusive', 'inconclusive', 'held'],
  ['a refusal while something else is wrong with the control', refusal(401, 500), 'held', 'held', 'held'],
])('%s', (_, evidence, completion, usage, form) => {
  expect(weight(refusedWith401(evidence))).toBe(completion);
  expect(weight(refusedByUsage(evidence))).toBe(usage);
  expect(weight(refusedForItsForm(evidence))).toBe(form);
});

test.each([
  ['refused on a connection of its own', 401, '; on a new connection status 401', ['e1', 'e2', 'e3']],
  ['let in there too', 200, ': accepted', ['e1', 'e2']],
  ['of that nothing is known', 503, ': accepted', ['e1', 'e2']],
] as const)('an open door, %s', (_, status, words, ids) => {
  const [found] = refusedByUsage({ ...refusal(200), apart: exchange({ id: 'e3', status }) });
  expect(found?.actual).toContain(words);
  expect(found?.exchanges).toEqual(ids);
});

const record = { input_tokens: 3, output_tokens: 2, total_requests: 1 };
const sums = { total_input_tokens: 3, total_output_tokens: 2, total_requests: 1 };
const csv = { 'content-type': 'text/csv' };
const titles = 'date,model,input_tokens,output_tokens,total_requests\n';

test.each([
  ['records', { body: [record] }, true],
  ['records in an envelope', { body: { data: { items: [record] } } }, true],
  ['a summary', { body: sums }, true],
  ['rows', { body: `${titles}2026-01-01,m,3,2,1\n`, headers: csv }, true],
  [
    'rows as plain text',
    { body: `${titles}2026-01-01,m,3,2,1\n`, headers: { 'content-type': 'text/plain' } },
    true,
  ],
  ['titles alone', { body: titles, headers: csv }, false],
  ['no records', { body: [] }, false],
  [
    'a summary of nothing',
    { body: { total_input_tokens: 0, total_output_tokens: 0, total_requests: 0 } },
    false,
  ],
  ['an error', { body: { error: { message: 'no key', code: 401 } } }, false],
  ['limits', { body: { error: { limits: { total_tokens: 10_000, total_requests: 60 } } } }, false],
  ['an error as a row', { body: 'status,code,type,id\n401,12,34,56\n', headers: csv }, false],
])('a refusal that shows %s', (_, parts, shows) => {
  const [found] = refusedByUsage(refusal(401, 200, parts));
  expect(found?.breach === 'unlocked').toBe(shows);
});

test('findings name the probe first, the control beside it, and the status', () => {
  const [finding] = refusedWith401(refusal(403, 200, { body: { error: 'no' } }));
  expect(finding).toMatchObject({
    place: 'status',
    exchanges: ['e1', 'e2'],
    actual: 'status 403 application/json',
  });
});

test.each([
  ['an error told in a stream', streamExchange([{ error: { message: 'no' } }]), true],
  ['a completion', streamExchange([{ choices: [{ index: 0, delta: {} }] }]), false],
  ['a refusal', exchange({ status: 401, body: { error: {} } }), false],
])('streams: %s', (_, probe, isError) => {
  expect(isErrorStream(probe)).toBe(isError);
  expect(refusedBeforeTheStream({ probe, control: exchange() })).toHaveLength(isError ? 1 : 0);
});

test.each([
  ['401 and 403', [401, 403], []],
  ['nine of another number', Array<number>(9).fill(400), ['status 400 for 9 of 9 such requests']],
  ['one of several', [401, 404, 403], ['status 404 for 1 of 3 such requests']],
])('refusals by usage endpoints with %s are one finding at most', (_, statuses, actual) => {
  expect(refusedWithUsualStatus(statuses.map((s) => refusal(s))).map((f) => f.actual)).toEqual(actual);
});
