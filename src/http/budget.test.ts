import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { testSettings } from '../testing/settings.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { createBudget } from './budget.ts';

const spec: RequestSpec = {
  method: 'POST',
  path: '/api/v1/chat/completions',
  label: 'a completion',
  body: '{"max_tokens":1}',
  billable: { tokens: 1, choices: 1 },
};
const sent = (what: Partial<Exchange>): Exchange => {
  const request = { method: 'POST', url: `http://a.test${spec.path}`, headers: [], body: Buffer.from('{}') };
  const { response: _, ...made } = exchange();
  return { ...made, request, ...what } as Exchange;
};

test.each<[string, Partial<Exchange>, boolean]>([
  ['an answer', { response: exchange().response! }, true],
  ['a refusal', { response: exchange({ status: 422 }).response! }, false],
  ['a connection that could not be opened', { failure: { kind: 'connect', message: '' } }, false],
  ['a name without an address', { failure: { kind: 'dns', message: '' } }, false],
  ['a reset, after which it may have been served', { failure: { kind: 'reset', message: '' } }, true],
  ['silence', { failure: { kind: 'timeout-headers', message: '' } }, true],
])('%s is counted as billed: %s', (_, what, counted) => {
  const budget = createBudget(testSettings('http://a.test', { budget: { billed: 1 } }), Date.now);
  budget.reserve(spec);
  budget.settle(sent(what));
  if (counted) expect(() => budget.reserve(spec)).toThrow('--max-billed 1 is reached');
  else expect(() => budget.reserve(spec)).not.toThrow();
});

test('no value of a service makes an address that servers and the record do not take', () => {
  const budget = createBudget(testSettings('http://a.test'), Date.now);
  budget.reserve({ ...spec, path: `/${'x'.repeat(16_000)}` });
  expect(() => budget.reserve({ ...spec, path: `/${'x'.repeat(16_384)}` })).toThrow('more than 16384');
});

test('what was received is counted, whatever became of it', () => {
  const budget = createBudget(testSettings('http://a.test', { budget: { received: 1e6 } }), Date.now);
  for (let turn = 0; turn < 2; turn++) {
    budget.reserve(spec);
    budget.receive(600_000);
  }
  expect(() => budget.reserve(spec)).toThrow('--max-received 1 is reached');
});

test('nothing is sent any more when the time of a run is over', () => {
  let now = 5_000;
  const settings = testSettings('http://a.test', { budget: { durationMs: 60_000 } });
  const budget = createBudget(settings, () => now);
  for (; now < 65_000; now += 20_000) budget.reserve(spec);
  now += 1;
  expect(() => budget.reserve(spec)).toThrow('--max-duration 60 is reached');
});
