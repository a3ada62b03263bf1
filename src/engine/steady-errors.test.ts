import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createSteadyErrors } from './steady-errors.ts';

const bad = (label: string): RequestSpec => ({ method: 'POST', path: '/chat/completions', label });
const unavailable = exchange({ status: 503 });
const served = exchange({ status: 200 });

/** Three bad requests that got `answer` four times each, others being served between where `between` says so. */
function after(answer = unavailable, between = true) {
  const errors = createSteadyErrors();
  for (const spec of ['a', 'b', 'c'].map(bad)) {
    for (let i = 0; i < 4; i++) {
      errors.hear(spec, answer);
      if (between) errors.hear(bad('valid'), served);
    }
  }
  return errors;
}

test('bad requests that are answered with 503 for their own sake are tried twice and no more', () => {
  expect(after().attempts(bad('d'), unavailable)).toBe(2);
  expect(after(exchange({ status: 502 })).attempts(bad('d'), exchange({ status: 502 }))).toBe(2);
});

test.each([
  ['nothing else was served meanwhile', after(unavailable, false), bad('d'), unavailable],
  ['the request is paid for', after(), { ...bad('d'), billable: {} } as unknown as RequestSpec, unavailable],
  ['usage is asked for', after(), { ...bad('d'), method: 'GET' } as RequestSpec, unavailable],
  ['a limit is told of', after(), bad('d'), exchange({ status: 429 })],
  ['the connection was dropped', after(), bad('d'), exchange({ failure: { kind: 'cut', message: 'cut' } })],
])('all attempts are made where %s', (_, errors, spec, answer) => {
  expect(errors.attempts(spec, answer)).toBeUndefined();
});

test('all attempts are made again once one that got nothing else is served', () => {
  const errors = after();
  const late = bad('late');
  errors.hear(late, unavailable);
  errors.hear(late, served);
  errors.hear(late, unavailable);
  expect(errors.attempts(bad('d'), unavailable)).toBeUndefined();
});
