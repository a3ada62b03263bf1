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
  const budget = createBudget(testSettings('http://a.test', { budget: { billed: 1 } }));
  budget.reserve(spec);
  budget.settle(sent(what));
  if (counted) expect(() => budget.reserve(spec)).toThrow('--max-billed 1 is used up');
  else expect(() => budget.reserve(spec)).not.toThrow();
});
