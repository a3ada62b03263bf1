import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { createExchangeLog } from './exchange-log.ts';

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
