import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { isCsv } from './export.ts';
import { isArray } from './page.ts';
import { noServerErrorForParameter, refusesParameter } from './parameters.ts';
import { fitsSummary } from './summary.ts';

const redirect = exchange({ status: 307, headers: { location: '/elsewhere' } });
const odd = { exchange: redirect, endpoint: 'summary', parameter: 'limit', value: 'abc' } as const;

function causeOf(judge: () => unknown): string | undefined {
  try {
    judge();
  } catch (error) {
    if (error instanceof Inconclusive) return error.blockedBy;
    throw error;
  }
  return undefined;
}

describe('what stands behind a redirect is left to the check of the path', () => {
  test.each([
    ['records', () => isArray(redirect), 'path/stats'],
    ['a summary', () => fitsSummary(redirect), 'path/summary'],
    ['an export', () => isCsv({ exchange: redirect, table: undefined }), 'path/export'],
    ['a bad parameter', () => refusesParameter(odd), 'path/summary'],
  ])('%s', (_, judge, cause) => {
    expect(causeOf(judge)).toBe(cause);
  });

  test('where anything but a server error is right, nothing is said of it', () => {
    expect(noServerErrorForParameter(odd)).toEqual([]);
  });

  test('a status that is no redirect is judged', () => {
    expect(isArray(exchange({ status: 404 }))).toHaveLength(1);
  });
});
