import { expect, test } from 'vitest';
import { refusalChecks } from '../../suites/requests/refused.ts';
import { exchange } from '../testing/exchange.ts';
import { check } from '../testing/scripted-checks.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { Sweeps } from './sweeps.ts';

const [maximum] = refusalChecks(
  ({ path, keyword }) => path.join() === 'temperature' && keyword === 'maximum',
);
const CHECK = { ...check(async () => {}), ...maximum! };
const FLAWED = { model: 'm', messages: [{ role: 'user', content: 'hi' }], temperature: 3 };

let serial = 0;
const sent = (status: number, request: object | string = FLAWED, more: Partial<Exchange> = {}): Exchange => ({
  ...exchange({
    id: `e${++serial}`,
    url: 'http://127.0.0.1:1/api/v1/chat/completions',
    method: 'POST',
    request,
    requestHeaders: [['content-type', 'application/json']],
    status,
  }),
  owner: 'auth/flawed',
  ...more,
});

async function found(...all: Exchange[]) {
  const sweeps = new Sweeps([CHECK]);
  for (const one of all) sweeps.note(one, 0, { baseUrl: 'http://127.0.0.1:1' });
  await sweeps.settled();
  return sweeps
    .breaches({})
    .map(({ finding }) => `${finding.actual} (${finding.seen?.broken} of ${finding.seen?.of})`);
}

const ACCEPTED = 'status 200 when temperature is above 2';

test('a request that is out of bounds is judged, whoever sent it', async () => {
  expect(await found(sent(422), sent(200), sent(422), sent(200))).toEqual([`${ACCEPTED} (2 of 4)`]);
  expect(await found(sent(422), sent(400), sent(429))).toEqual([]);
});

test('an accepted one counts also if its body broke off', async () => {
  const failure = { kind: 'timeout-body', message: 'no data for 5 ms within the body' } as const;
  expect(await found(sent(200, FLAWED, { failure }))).toEqual([`${ACCEPTED} (1 of 1)`]);
});

test.each<[string, Exchange]>([
  ['a valid one', sent(200, { ...FLAWED, temperature: 2 })],
  ['one with two flaws', sent(200, { ...FLAWED, n: 'two' })],
  ['one of another bound', sent(200, { ...FLAWED, temperature: -1 })],
  ['one whose value is no number', sent(200, { ...FLAWED, temperature: '3' })],
  ['an open point', sent(200, FLAWED, { owner: 'open/huge-number' })],
  ['one that is not declared as JSON', { ...sent(200), request: { ...sent(200).request, headers: [] } }],
  ['one with an invalid key', sent(200, FLAWED, { credential: 'none' })],
])('%s says nothing about the bound', async (_, one) => {
  expect(await found(one)).toEqual([]);
});
