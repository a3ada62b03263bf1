import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { decided } from '../../vocabulary/undecidable.ts';
import {
  exportsAreCsv,
  recordsFit,
  recordsNotNegative,
  statsAreArrays,
  summariesFit,
  summariesNotNegative,
} from './sweeps.ts';

const ID = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';
const RECORD = {
  ...{ id: ID, user_id: ID, org_id: ID, email: 'a@b.example', model: 'm', source: 'api' },
  ...{ input_tokens: 1, output_tokens: 2, total_tokens: 3, total_requests: 1 },
  ...{ date: '2026-01-02T00:00:00Z', created_at: '2026-01-02T03:04:05Z' },
};
const SUMMARY = {
  ...{ total_input_tokens: 1, total_output_tokens: 2, total_tokens: 3, total_requests: 1, unique_users: 1 },
  ...{ unique_models: 1, unique_providers: 1, api_usage: 1, app_usage: 0, date_range_days: 1 },
};
const { created_at: _, ...UNCREATED } = RECORD;
const csv = (body: string) => ({ body, headers: { 'content-type': 'text/csv' } });

const places = (found: readonly Finding[] | undefined) =>
  found?.map(({ place, as }) => (as ? `${place} ${as}` : place));

test.each([
  ['an array', statsAreArrays, { body: [RECORD] }, []],
  ['an envelope', statsAreArrays, { body: { data: [RECORD] } }, ['body']],
  ['sound records', recordsFit, { body: [RECORD, RECORD] }, []],
  ['no record', recordsFit, { body: [] }, []],
  [
    'each constraint once',
    recordsFit,
    { body: [RECORD, { ...UNCREATED, id: 'x' }, UNCREATED] },
    ['body /1/created_at', 'body /1/id'],
  ],
  [
    'null for an optional member',
    recordsFit,
    { body: [{ ...RECORD, model_provider: null }] },
    ['body /0/model_provider warn'],
  ],
  [
    'a space between date and time',
    recordsFit,
    { body: [{ ...RECORD, created_at: '2026-03-01 12:30:00Z' }] },
    ['body /0/created_at warn'],
  ],
  [
    'a count beyond 2^53',
    recordsFit,
    { body: JSON.stringify([RECORD]).replace('"total_tokens":3', '"total_tokens":9007199254740993') },
    [],
  ],
  [
    'a negative count',
    recordsNotNegative,
    { body: [RECORD, { ...RECORD, input_tokens: -1 }] },
    ['body /1/input_tokens'],
  ],
  ['a sound summary', summariesFit, { body: SUMMARY }, []],
  [
    'every wrong member',
    summariesFit,
    { body: { ...SUMMARY, unique_models: 'three', app_usage: undefined } },
    ['body /app_usage', 'body /unique_models'],
  ],
  ['a negative sum', summariesNotNegative, { body: { ...SUMMARY, app_usage: -1 } }, ['body /app_usage']],
  ['a range before its default end', summariesNotNegative, { body: { ...SUMMARY, date_range_days: -3 } }, []],
  ['rows of one length', exportsAreCsv, csv('a,b\n1,2\n'), []],
  ['no row', exportsAreCsv, csv(''), []],
  ['a longer row', exportsAreCsv, csv('a,b\n1,2\n1,2,3\n1,2\n'), ['body, row 3, byte 8']],
  ['JSON for CSV', exportsAreCsv, { body: [RECORD] }, ['body']],
  ['another status', summariesFit, { status: 206, body: {} }, undefined],
] as const)('an answer with %s', async (_name, { judge }, parts, expected) => {
  expect(places(decided(await judge(exchange(parts))))?.sort()).toEqual(expected && [...expected]);
});
