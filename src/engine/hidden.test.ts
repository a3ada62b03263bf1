import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Check, Finding } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { unlessHidden } from './hidden.ts';

const check = { id: 'usage/summary-schema', level: 'must' } as unknown as Check;

/** The result of a check with one finding in the response `e1`. */
function failed(id: Check['id'], found: Partial<Finding>): CheckLine {
  const finding: Finding = { expected: 'this', actual: 'that', place: 'body', exchanges: ['e1'], ...found };
  const evidence = ['e1', 'e2'];
  const rest = { observations: [], startedAt: 0, durationMs: 1 };
  return { type: 'check', id, verdict: 'fail', message: 'x', findings: [finding], evidence, ...rest };
}

function leaking(id: string, places: readonly string[], form = 'part of plain') {
  const one = exchange({ id });
  const leakedIn = places.map((place) => [form, place] as const);
  return { ...one, response: { ...one.response!, leaks: [form], leakedIn } };
}

test.each<[string, Partial<Finding>, ReturnType<typeof leaking>[], string]>([
  ['a part of a key in its body', {}, [leaking('e1', ['body'])], 'inconclusive'],
  ['all of a key in its body', {}, [leaking('e1', ['body'], 'plain')], 'fail'],
  ['a key that is a UUID, as ids are', {}, [leaking('e1', ['body'], 'id-like plain')], 'inconclusive'],
  ['another secret, such as a cookie', {}, [leaking('e1', ['body'], 'another secret')], 'inconclusive'],
  ['a part in hexadecimal', {}, [leaking('e1', ['body'], 'escaped of part of hex')], 'inconclusive'],
  ['a part in a place that is not known', {}, [leaking('e1', [])], 'inconclusive'],
  ['a key in one of its responses', { exchanges: ['e2', 'e1'] }, [leaking('e1', ['body'])], 'inconclusive'],
  ['another secret in a header', {}, [leaking('e1', ['header x-echo'], 'another secret')], 'fail'],
  ['a key in a header', {}, [leaking('e1', ['header x-echo'])], 'fail'],
  ['a key in another response', {}, [leaking('e3', ['body'])], 'fail'],
  ['a finding about the status', { place: 'status' }, [leaking('e1', ['body'])], 'fail'],
  ['a finding about a header', { place: 'header content-type' }, [leaking('e1', ['body'])], 'fail'],
  [
    'a part of a key in the header of the finding',
    { place: 'header content-type' },
    [leaking('e1', ['header content-type'])],
    'inconclusive',
  ],
  ['no key', {}, [], 'fail'],
])('with %s', (_, found, leaks, verdict) => {
  const line = unlessHidden(failed(check.id, found), check, leaks);
  expect([line.verdict, line.findings[0]!.actual.includes('hidden')]).toEqual([
    verdict,
    verdict === 'inconclusive',
  ]);
});

test('a comparison rests on all its responses, and the judge of every response on one', () => {
  const leaks = [leaking('e2', ['body'])];
  expect(unlessHidden(failed(check.id, {}), check, leaks).verdict).toBe('inconclusive');
  const sweeping = { ...check, sweeps: [] } as unknown as Check;
  expect(unlessHidden(failed(check.id, {}), sweeping, leaks).verdict).toBe('fail');
});

test('the leak itself is reported', () => {
  const leak = { id: 'auth/key-never-returned', level: 'should' } as unknown as Check;
  expect(unlessHidden(failed(leak.id, {}), leak, [leaking('e1', ['body'])]).verdict).toBe('fail');
});
