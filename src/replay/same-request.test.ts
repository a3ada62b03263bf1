import { expect, test } from 'vitest';
import { exchangeLine } from '../record/lines.ts';
import { exchange } from '../testing/exchange.ts';
import { askedKeys, sameRequest, storedKeys } from './same-request.ts';

const BASE = 'http://service.test';

test.each([
  ['/stats?model=small', '/stats?model=small', true],
  ['/stats?model******', '/stats?model=small', true],
  ['/stats?model******', '/stats?model=large-one', false],
  ['/stats?model=small', '/stats?model=other', false],
  ['/stats?key=********&a=1', '/stats?key={key}&a=1', true],
  ['/stats?key=********&a=2', '/stats?key={key}&a=1', false],
])('%s in the record is %s: %s', (stored, path, isSame) => {
  const line = exchangeLine(exchange({ url: BASE + stored, method: 'GET', request: undefined }));
  const spec = { method: 'GET', path, label: '', body: Buffer.from(exchange({}).request.body) };
  expect(sameRequest(line, spec, BASE)).toBe(isSame);
  const known = storedKeys(line);
  if (isSame) expect(askedKeys(spec, BASE, line.owner).some((key) => known.includes(key))).toBe(true);
});
