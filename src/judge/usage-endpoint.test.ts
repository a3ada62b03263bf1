import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { looksLikeUsage, unlikeItself } from './usage-endpoint.ts';

const page = exchange({ body: '<!DOCTYPE html><p>input_tokens', headers: { 'content-type': 'text/html' } });
const csv = (body: string) => exchange({ body, headers: { 'content-type': 'text/csv' } });
const records = exchange({ body: { data: [{ input_tokens: 1 }] } });

/** RFC 8259 allows to escape any character. */
const escaped = exchange({ body: '{"data":[{"input\\u005Ftokens":1}]}' });

describe('why an answer is none of its endpoint', () => {
  test.each([
    ['records', 'stats', records, undefined],
    ['records with escaped names', 'stats', escaped, undefined],
    ['no records', 'stats', exchange({ body: [] }), undefined],
    ['an empty list within', 'stats', exchange({ body: { data: [] } }), undefined],
    ['an empty list', 'summary', exchange({ body: [] }), 'status 200 without any member of section 2.9'],
    [
      'another JSON',
      'stats',
      exchange({ body: { ok: true } }),
      'status 200 without any member of section 2.8',
    ],
    ['rows', 'export', csv('id,tokens\na,1\n'), undefined],
    ['a header alone', 'export', csv('id,tokens\n'), undefined],
    ['JSON', 'export', exchange({ body: { ok: true } }), 'status 200 with JSON without usage'],
    ['a web page', 'stats', page, 'status 200 with a web page'],
    ['a refusal', 'export', exchange({ status: 404, body: { input_tokens: 1 } }), 'status 404'],
    ['no answer', 'summary', exchange({ status: null }), 'status none'],
  ] as const)('%s for the %s', (_, endpoint, given, why) => {
    expect(unlikeItself(endpoint, given)).toBe(why);
  });
});

test.each([
  ['records', 'stats', records, true],
  ['records with escaped names', 'stats', escaped, true],
  ['records at any endpoint', 'export', records, true],
  ['no records', 'stats', exchange({ body: [] }), false],
  ['rows', 'export', csv('id,tokens\na,1\n'), true],
  ['a header alone', 'export', csv('id,tokens\n'), false],
  ['a web page', 'stats', page, false],
  ['a refusal that names members', 'stats', exchange({ status: 401, body: { input_tokens: 1 } }), false],
] as const)('%s for the %s: shows usage, %s', (_, endpoint, given, shows) => {
  expect(looksLikeUsage(endpoint, given)).toBe(shows);
});
