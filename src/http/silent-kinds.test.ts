import { expect, test } from 'vitest';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { SilentKinds } from './silent-kinds.ts';

const post = (body: string): RequestSpec => ({ method: 'POST', path: '/c', label: '', body });
const timeout = { failure: { kind: 'timeout-headers', message: 'no headers' } } as Exchange;
const refusal = { response: { status: 400 } } as Exchange;

test.each<[string, [RequestSpec, Exchange][], boolean]>([
  ['three of its kind that were not', ['{', '[1', 'x'].map((body) => [post(body), timeout]), true],
  ['two of its kind that were not', ['{', '[1'].map((body) => [post(body), timeout]), false],
  ['three of another kind that were not', ['{}', '[]', '1'].map((body) => [post(body), timeout]), false],
  [
    'three that were not, and one that was',
    [[post('}'), refusal], ...['{', '[1', 'x'].map((body): [RequestSpec, Exchange] => [post(body), timeout])],
    false,
  ],
])('a body that is no JSON is not sent, as it is never answered, after %s', (_, seen, refused) => {
  const kinds = new SilentKinds();
  for (const [spec, exchange] of seen) kinds.note(spec, exchange);
  if (refused) expect(() => kinds.refuse(post('{"a":'))).toThrow('no request of this kind was answered');
  else expect(() => kinds.refuse(post('{"a":'))).not.toThrow();
});
