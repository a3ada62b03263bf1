import { expect, it } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { HARMS, type Harm, harmOfBreach, worstHarm } from './harm.ts';

const harms = new Map<string, Harm>(CHECKS.map(({ id, harm }) => [id, harm]));

it.each<[string, Harm]>([
  ['auth/completion-no-key', 'doors'],
  ['isolation/stats', 'doors'],
  ['usage/stats-one-organization', 'doors'],
  ['billing/empty-wallet-stream', 'money'],
  ['accounting/streamed', 'money'],
  ['usage/totals-requests', 'money'],
  ['path/export', 'money'],
  ['completion/usage-counts', 'money'],
  ['path/completion', 'clients'],
  ['request/accepts-tools', 'clients'],
  ['request/top-p-at-maximum', 'clients'],
  ['stream/ends-with-done', 'clients'],
  ['client/create', 'clients'],
  ['completion/content-type', 'clients'],
  ['completion/choices-as-asked', 'answers'],
  ['tool/named-choice', 'answers'],
  ['format/json-schema', 'answers'],
  ['request/n-below-minimum', 'leniency'],
  ['request/unparsable-garbage', 'leniency'],
  ['usage/stats-refuses-offset', 'leniency'],
  ['completion/object-name', 'form'],
  ['stream/no-comments', 'form'],
  ['auth/www-authenticate', 'form'],
])('when %s does not hold, it harms %s', (id, harm) => {
  expect(harms.get(id)).toBe(harm);
});

it('every harm is done by some check, and form is not the refuge of what breaks the contract', () => {
  expect(new Set(harms.values())).toEqual(new Set(HARMS));
  const unplaced = CHECKS.filter((check) => check.level === 'must' && harms.get(check.id) === 'form');
  expect(unplaced.map((check) => check.id)).toEqual([]);
});

it('the way in which a clause was broken says more than the check', () => {
  expect(harmOfBreach('server-error', 'leniency')).toBe('clients');
  expect(harmOfBreach('other-refusal', 'leniency')).toBe('form');
  expect(harmOfBreach('absent', 'money')).toBe('money');
  expect(harmOfBreach(undefined, 'answers')).toBe('answers');
});

it('of several harms the worst counts', () => {
  expect(worstHarm(['form', 'money', 'leniency'], 'form')).toBe('money');
  expect(worstHarm([], 'answers')).toBe('answers');
});
