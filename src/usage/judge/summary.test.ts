import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { Aggregate } from '../aggregate.ts';
import { MEASURES } from '../measures.ts';
import {
  daysOfRange,
  fitsSummary,
  fitsSummaryOrRefusal,
  keepsRange,
  noServerError,
  sourcesComeToAll,
  summaryNotNegative,
  summaryTotalIsSum,
  uniqueModels,
  uniqueProviders,
  uniqueUsers,
  usageBySource,
} from './summary.ts';

const CUT = { kind: 'cut', message: 'the connection was closed within the body' } as const;

describe('the summary', () => {
  const members = {
    total_input_tokens: 1,
    total_output_tokens: 2,
    total_tokens: 3,
    total_requests: 1,
    unique_users: 1,
    unique_models: 1,
    unique_providers: 1,
    api_usage: 1,
    app_usage: 0,
    date_range_days: 1,
  };
  const summary = (part: object = {}) => ({
    exchange: exchange({ body: { ...members, ...part } }),
    body: { ...members, ...part },
  });
  const aggregate = new Aggregate();
  aggregate.add('a', [1, 2, 3, 1], 'user', { model: 'm', provider: 'p', source: 'api' });
  const unnamed = new Aggregate();
  unnamed.merge(aggregate);
  unnamed.add('b', [0, 0, 0, 0], 'user', { model: 'm', provider: '', source: 'api' });
  const batched = new Aggregate();
  batched.merge(aggregate);
  batched.add('c', [1, 1, 2, 1], 'user', { model: 'm', provider: 'p', source: 'batch' });
  const later = new Aggregate();
  later.merge(aggregate);
  later.add('d', [5, 5, 10, 2], 'user', { model: 'm', provider: 'q', source: 'app' });
  const beside = (part: object = {}) => ({
    summary: summary(part),
    readings: [aggregate],
    measures: MEASURES,
    range: { start: '2026-01-01', end: '2026-01-31' },
  });

  test('says no more than that no summary fits', () => {
    expect(noServerError(exchange({ body: {} }))).toMatchObject({
      message: 'no summary has the ten integers of section 2.9',
    });
  });

  test.each([
    ['fits', fitsSummary(summary().exchange), 0],
    ['lacks a member', fitsSummary(exchange({ body: { total_tokens: 1 } })), 1],
    ['breaks off', fitsSummary({ ...summary().exchange, failure: CUT }), 1],
    ['has null for nothing', fitsSummaryOrRefusal(summary({ total_tokens: null }).exchange), 1],
    ['refuses a range', fitsSummaryOrRefusal(exchange({ status: 422, body: {} })), 0],
    ['stumbles over a range where no summary fits', noServerError(exchange({ status: 500, body: {} })), 1],
    ['stumbles over a range', fitsSummaryOrRefusal(exchange({ status: 500, body: {} })), 1],
    ['has a float', fitsSummary(summary({ api_usage: 0.5 }).exchange), 1],
    ['keeps its range', keepsRange(beside()), 0],
    ['keeps its range with one wrong member', keepsRange(beside({ total_tokens: 4 })), 0],
    [
      'counts another range',
      keepsRange(
        beside({ total_input_tokens: 9, total_output_tokens: 9, total_tokens: 18, total_requests: 9 }),
      ),
      1,
    ],
    ['keeps its range without one of the sums', keepsRange(beside({ total_tokens: null })), 0],
    [
      'counts another range in the sums that the records show',
      keepsRange({
        ...beside({ total_input_tokens: 9, total_output_tokens: 9 }),
        measures: ['input_tokens', 'output_tokens'],
      }),
      1,
    ],
    ['counts providers', uniqueProviders(beside()), 0],
    [
      'counts the empty provider',
      uniqueProviders({ ...beside({ unique_providers: 2 }), readings: [unnamed] }),
      0,
    ],
    ['leaves the empty provider out', uniqueProviders({ ...beside(), readings: [unnamed] }), 0],
    ['lacks a provider', uniqueProviders({ ...beside({ unique_providers: 0 }), readings: [unnamed] }), 1],
    ['counts users', uniqueUsers(beside()), 0],
    ['counts users twice', uniqueUsers(beside({ unique_users: 2 })), 1],
    ['has usage by source as requests', usageBySource(beside()), 0],
    ['has usage by source as tokens', usageBySource(beside({ api_usage: 3 })), 0],
    ['has usage by source as nothing known', usageBySource(beside({ api_usage: 2 })), 1],
    ['has by source what it has in all', sourcesComeToAll(beside({ api_usage: 7, total_requests: 7 })), 0],
    ['has by source all tokens of its own', sourcesComeToAll(beside({ api_usage: 9, total_tokens: 9 })), 0],
    ['has by source another sum than in all', sourcesComeToAll(beside({ api_usage: 9 })), 1],
    ['has in all what is no number', sourcesComeToAll(beside({ api_usage: 9, total_tokens: null })), 0],
    ['has more than two sources', sourcesComeToAll({ ...beside({ api_usage: 9 }), readings: [batched] }), 0],
  ])('%s', (_, findings, breaches) => {
    expect(findings).toHaveLength(breaches);
  });

  test.each([
    ['the sources', usageBySource, 'the requests (1, 0) or the tokens (3, 0) of each source'],
    ['the providers', uniqueProviders, 'the number of providers in the records (1)'],
  ] as const)('a wrong count of %s is compared with the reading that has its sums', (_, judge, expected) => {
    const wrong = beside({ api_usage: 9, unique_providers: 9 });
    expect(judge({ ...wrong, readings: [later, aggregate] })).toMatchObject([{ expected }]);
  });

  test.each([
    ['counts models', uniqueModels(beside()), 0],
    ['counts models of nothing', uniqueModels({ ...beside(), readings: [new Aggregate()] }), 1],
    ['is below zero', summaryNotNegative(summary({ app_usage: -1 })), 1],
    ['is nowhere below zero', summaryNotNegative(summary()), 0],
    ['adds up', summaryTotalIsSum(summary()), 0],
    ['does not add up', summaryTotalIsSum(summary({ total_tokens: 4 })), 1],
  ])('%s', (_, findings, breaches) => {
    expect(findings).toHaveLength(breaches);
  });

  test.each([
    ['31 days, the end among them', 31, false, 0],
    ['30 days without the end', 30, false, 0],
    ['20 days with data', 20, false, 0],
    ['25 days from the first to the last of them', 25, false, 0],
    ['two days less', 29, false, 1],
    ['a range that is cut though it is short', 28, true, 1],
  ])('says %s', (_, days, endless, breaches) => {
    const evidence = { ...beside({ date_range_days: days }), daysWithData: [20], spans: [25], endless };
    expect(daysOfRange(evidence)).toHaveLength(breaches);
  });

  test.each([
    ['a year of what it keeps', 365, true, 0],
    ['a year of a range that was given', 365, false, 1],
    ['less than there is', 23, true, 1],
    ['two days less than the range', 9_495, true, 1],
  ])('says %s', (_, days, endless, breaches) => {
    const range = { start: '2000-01-01', end: '2025-12-31' };
    const evidence = {
      ...beside({ date_range_days: days }),
      range,
      daysWithData: [20],
      spans: [25],
      endless,
    };
    expect(daysOfRange(evidence)).toHaveLength(breaches);
  });
});
