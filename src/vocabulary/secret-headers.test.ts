import { describe, expect, test } from 'vitest';
import { headerVariable, isSecretHeader } from './secret-headers.ts';

describe('a header that carries a credential is secret', () => {
  test.each([
    ...['Authorization', 'Proxy-Authorization', 'X-API-Key', 'apikey', 'Ocp-Apim-Subscription-Key', 'X-Auth'],
    ...['X-Access-Token', 'CF-Access-Client-Secret', 'Cookie', 'X-Amz-Signature', 'X-Session-Id', 'key'],
  ])('%s', (name) => expect(isSecretHeader(name, 'x')).toBe(true));

  test('by its form', () => expect(isSecretHeader('X-Gate', 'Bearer abc')).toBe(true));
  test('by what the user says, in any case', () =>
    expect(isSecretHeader('X-Gate', 'x', ['x-gate'])).toBe(true));
});

test.each([
  ...[
    'Origin',
    'Referer',
    'User-Agent',
    'Accept',
    'OpenAI-Organization',
    'X-Request-Id',
    'X-Author',
    'X-Team',
  ],
  ...['Idempotency', 'X-Monkey', 'Keep-Alive'],
])('%s is ordinary', (name) => expect(isSecretHeader(name, 'http://a.test')).toBe(false));

test.each([
  ['X-Api-Key', 'CHATSPEC_X_API_KEY'],
  ['2fa-token', 'CHATSPEC_2FA_TOKEN'],
])('%s is taken from %s', (name, variable) => expect(headerVariable(name)).toBe(variable));
