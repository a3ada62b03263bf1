import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Overload } from './overload.ts';
import { SteadyErrors } from './steady-errors.ts';

const spec = (): RequestSpec => ({ method: 'GET', path: '/', label: 'one' });
const THREE = [1, 2, 3];

/** What hears of these requests, each of which gets a 503 or is served. */
function createOverload(mistaken = () => {}) {
  const errors = new SteadyErrors();
  const overload = new Overload((one) => errors.isSteady(one, 503), mistaken);
  return {
    tells(one: RequestSpec) {
      errors.hear(one, exchange({ status: 503 }));
      return overload.tells(one);
    },
    served(one: RequestSpec) {
      errors.hear(one, exchange({ status: 200 }));
      overload.served(one);
    },
  };
}

test('three different requests in a row that get nothing else say that a service is overloaded', () => {
  const overload = createOverload();
  const [one, other, third] = [spec(), spec(), spec()];
  expect([one, one, other, third].map((each) => overload.tells(each))).toEqual([false, false, false, true]);
});

test('what always gets a 503 while others are served says nothing of the load', () => {
  let mistaken = 0;
  const overload = createOverload(() => mistaken++);
  const steady = [spec(), spec(), spec()];
  for (const _ of THREE) {
    for (const each of steady) overload.tells(each);
    overload.served(spec());
  }
  expect(mistaken).toBe(1);
  expect([spec(), spec(), spec()].map((each) => overload.tells(each))).toEqual([false, false, false]);
});

test('those that are served in the end were put off by the load', () => {
  const overload = createOverload();
  const late = spec();
  const steady = [spec(), spec(), spec()];
  overload.tells(late);
  for (const _ of THREE) {
    for (const each of steady) overload.tells(each);
    overload.served(late);
  }
  expect([spec(), spec(), spec()].map((each) => overload.tells(each))).toEqual([false, false, true]);
});

test('those that get it many times while nothing else is asked are put off by the load as well', () => {
  const overload = createOverload();
  const all = [spec(), spec(), spec()];
  for (const _ of THREE) for (const each of all) overload.tells(each);
  expect(overload.tells(spec())).toBe(true);
});

test('many refused between others that are served, and served later, say that it is to go slowly', () => {
  const overload = createOverload();
  const late = [spec(), spec()];
  const refuse = (each: RequestSpec) => overload.tells(each);
  for (const each of late) {
    refuse(each);
    overload.served(spec());
  }
  for (const each of late) overload.served(each);
  expect(refuse(spec())).toBe(false);
  overload.served(spec());
  expect(refuse(spec())).toBe(true);
  overload.served(spec());
  expect(refuse(spec())).toBe(true);
});

test('requests that get nothing else say nothing of the pace', () => {
  const overload = createOverload();
  const bad = (): RequestSpec => ({ method: 'POST', path: '/', label: 'bad' });
  for (const each of [bad(), bad(), bad(), bad(), bad(), bad()]) {
    expect(overload.tells(each)).toBe(false);
    overload.served(spec());
  }
});
