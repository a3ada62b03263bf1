import { expect, test } from 'vitest';
import { openBridge } from './bridge.ts';

test('another process is not led to another service', async () => {
  const headers = {
    location: 'http://169.254.169.254/latest',
    refresh: '0; url=http://evil.test',
    'x-id': '1',
  };
  await using bridge = await openBridge(async () => new Response('moved', { status: 307, headers }));
  const authorization = `Bearer ${bridge.token}`;
  const answer = await fetch(`${bridge.baseUrl}/chat/completions`, { headers: { authorization } });
  expect([answer.status, await answer.text(), answer.redirected]).toEqual([307, 'moved', false]);
  expect([...answer.headers.keys()]).not.toContain('location');
  expect([...answer.headers.keys()]).not.toContain('refresh');
  expect(answer.headers.get('x-id')).toBe('1');
});
