import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { refusedForItsKind, refusedWith402 } from './billing.ts';

test.each([
  [402, 200, 'held'],
  [402, 402, 'held'],
  [200, 200, 'fail'],
  [403, 200, 'fail'],
  [429, 200, 'fail'],
  [500, 402, 'fail'],
  [401, 401, 'inconclusive'],
  [401, 403, 'inconclusive'],
  [302, 200, 'warn'],
])('completion %i, usage %i: %s', (completion, usage, expected) => {
  const found = refusedWith402({
    completion: exchange({ status: completion }),
    usage: exchange({ id: 'e2', status: usage }),
  });
  expect(found.map((f) => f.as ?? 'fail').join() || 'held').toBe(expected);
});

const asked = (status: number, stream: boolean) => exchange({ status, request: { model: 'm', stream } });

test.each<[string, Exchange, Exchange[], boolean]>([
  ['no stream is to be had', asked(422, true), [asked(200, false), asked(422, true)], true],
  ['nothing is to be had', asked(501, false), [asked(501, false), asked(501, true)], true],
  ['the main key was refused otherwise', asked(422, true), [asked(400, true)], false],
  ['a stream was to be had', asked(422, true), [asked(422, true), asked(200, true)], false],
  ['it is served', asked(200, true), [asked(422, true)], false],
  ['it is refused for the money', asked(402, true), [asked(402, true)], false],
  ['the main key did not ask', asked(422, true), [], false],
])('%s', (_, completion, paid, excused) => {
  expect(refusedForItsKind(completion, paid) instanceof Inconclusive).toBe(excused);
});
