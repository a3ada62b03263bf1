import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { SteadyErrors } from './steady-errors.ts';

const bad = (label: string): RequestSpec => ({ method: 'POST', path: '/chat/completions', label });
const unavailable = exchange({ status: 503 });
const served = exchange({ status: 200 });

/** Three invalid requests that got `answer` three times each, with successes in between if `between` is set. */
function after(answer = unavailable, between = true) {
  const errors = new SteadyErrors();
  for (const spec of ['a', 'b', 'c'].map(bad)) {
    for (let i = 0; i < 3; i++) {
      errors.hear(spec, answer);
      if (between) errors.hear(bad('valid'), served);
    }
  }
  return errors;
}

test('bad requests that are answered with 503 for their own sake are tried once and no more', () => {
  const steady = 'status 503, and nothing else, to requests of this kind';
  expect(after().known(bad('d'), unavailable)).toEqual({ attempts: 1, steady });
  const late = exchange({ status: 504 });
  expect(after(late).known(bad('d'), unavailable)).toBeUndefined();
});

test('a request that may be served is tried three times', () => {
  const paid = { ...bad('d'), billable: {} } as unknown as RequestSpec;
  expect(after().known(paid, unavailable)?.attempts).toBe(3);
});

test.each([
  ['nothing else was served meanwhile', after(unavailable, false), bad('d'), unavailable],
  ['usage is asked for', after(), { ...bad('d'), method: 'GET' } as RequestSpec, unavailable],
  ['a limit is told of', after(), bad('d'), exchange({ status: 429 })],
  ['the connection was dropped', after(), bad('d'), exchange({ failure: { kind: 'cut', message: 'cut' } })],
])('all attempts are made where %s', (_, errors, spec, answer) => {
  expect(errors.known(spec, answer)).toBeUndefined();
});

test('all attempts are made again once one that got nothing else is served', () => {
  const errors = after();
  const late = bad('late');
  errors.hear(late, unavailable);
  errors.hear(late, served);
  expect(errors.known(bad('d'), unavailable)).toBeUndefined();
});
