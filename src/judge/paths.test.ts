import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { completionsAreThere, descriptionVersion, isThere } from './paths.ts';

test.each([
  [200, 'held'],
  [401, 'held'],
  [422, 'held'],
  [500, 'held'],
  [404, 'fail'],
  [405, 'fail'],
  [410, 'fail'],
  [501, 'fail'],
  [307, 'warn'],
])('%i: %s', (status, expected) => {
  expect(
    isThere(exchange({ status }))
      .map((f) => f.as ?? 'fail')
      .join() || 'held',
  ).toBe(expected);
});

test.each([
  [{ openapi: '3.1.0', info: { version: '0.1.0' } }, '0.1.0'],
  [{ openapi: '3.1.0' }, 'unnamed'],
  [{ openapi: '3.1.0', info: { version: '<b>\u001b[1m' } }, 'unnamed'],
  [{ hello: 1 }, undefined],
  [null, undefined],
  ['<html>', undefined],
])('the version in %j', (body, version) => {
  expect(descriptionVersion(exchange({ body: body === null ? 'null' : body }))).toBe(version);
});

test.each([
  [404, undefined, 1],
  [404, 500, 1],
  [501, 501, 1],
  [404, 200, 0],
  [404, 201, 0],
  [422, undefined, 0],
])('a flawed completion answered %s, the plainest one %s: %i findings', (status, plain, findings) => {
  const answers = {
    exchange: exchange({ status }),
    ...(plain !== undefined && { plain: exchange({ status: plain }) }),
  };
  expect(completionsAreThere(answers)).toHaveLength(findings);
});
