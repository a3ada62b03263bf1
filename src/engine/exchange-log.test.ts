import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { createExchangeLog, withoutLongHeaders } from './exchange-log.ts';

const refusal = (owner: string, id: string) => ({
  ...exchange({ status: 403, owner, id }),
  request: { ...exchange({}).request, method: 'POST', url: 'http://127.0.0.1/api/v1/chat/completions' },
});

test.each([
  [['auth/other-forms/completion', 'request/temperature'], 'request/temperature'],
  [['request/temperature', 'auth/other-forms/completion'], 'request/temperature'],
  [['request/first', 'request/second'], 'request/first'],
  [['open/bytes', 'auth/other-forms/completion'], 'open/bytes'],
])('of the answers to %j with one status, that to %s is kept', (owners, kept) => {
  const log = createExchangeLog();
  for (const [i, owner] of owners.entries()) log.note(refusal(owner, `e${i}`));
  expect(log.completionStatuses().get(403)?.owner).toBe(kept);
});

test('of many long headers, the short ones that judges read stay in memory', () => {
  const filler = Array.from({ length: 400 }, (_, i): [string, string] => [`x-filler-${i}`, 'a'.repeat(120)]);
  const read: [string, string][] = [
    ['content-type', 'application/json'],
    ['retry-after', '5'],
  ];
  const all = exchange({ headers: Object.fromEntries([...filler, ...read]) });
  const kept = withoutLongHeaders(all).response!.headers;
  expect(kept).toEqual(expect.arrayContaining(read));
  expect(kept.flat().join('').length).toBeLessThanOrEqual(8192);
  expect(all.response!.headers).toHaveLength(402);
  const usual = exchange({ headers: Object.fromEntries(read) });
  expect(withoutLongHeaders(usual)).toBe(usual);
});
