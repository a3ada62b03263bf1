import { describe, expect, it } from 'vitest';
import { testService } from '../../src/testing/test-service.ts';
import type { Json } from './completion-types.ts';

const TOOL = { function: { name: 'look_up' } };

describe('valid requests', () => {
  it.each<[string, Json]>([
    ['the least', {}],
    ['bounds of temperature', { temperature: 2 }],
    ['bounds of top_p', { top_p: 0 }],
    ['bounds of penalties', { presence_penalty: -2, frequency_penalty: 2 }],
    ['stop as null', { stop: null }],
    ['stop as list', { stop: ['x', 'y'] }],
    ['tool_choice as null', { tool_choice: null, tools: [TOOL] }],
    ['tool without type', { tools: [TOOL], tool_choice: { function: { name: 'look_up' } } }],
    ['logit bias', { logit_bias: { '50256': -100 } }],
    ['text format', { response_format: {} }],
    ['effort', { reasoning_effort: 'minimal' }],
    ['everything', { max_tokens: 5, n: 2, seed: 0, user: 'u', logprobs: true, top_logprobs: 20, stop: '.' }],
    [
      'replayed call with null content',
      {
        messages: [
          { role: 'user', content: 'a' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'b' },
        ],
      },
    ],
  ])('%s: 200', async (_name, body) => {
    const service = await testService({ records: 0 });
    expect((await service.ask(body)).status).toBe(200);
  });
});

describe('refusals', () => {
  it.each<[string, Json, string]>([
    ['above a bound', { temperature: 2.0001 }, 'temperature'],
    ['below a bound', { n: 0 }, 'n'],
    ['wrong type', { stream: 'true' }, 'stream'],
    ['fraction for an integer', { max_tokens: 1.5 }, 'max_tokens'],
    ['enumeration', { tool_choice: 'any' }, 'tool_choice'],
    ['nested', { messages: [{ role: 'judge' }] }, 'messages[0].role'],
    ['null outside stop and tool_choice', { temperature: null }, 'temperature'],
    ['unknown member', { stream_options: {} }, 'stream_options'],
    ['missing', { model: undefined }, 'model'],
    ['no messages', { messages: [] }, 'messages'],
    ['unknown model', { model: 'nobody' }, 'model'],
    ['streamed all the same', { n: 0, stream: true }, 'n'],
  ])('%s: 422 that names it', async (_name, body, param) => {
    const service = await testService({ records: 0 });
    const { status, json, headers } = await service.ask(body);
    expect([status, json.error.param]).toEqual([422, param]);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it.each<[string, string | Uint8Array]>([
    ['cut off', '{"model":'],
    ['empty', ''],
    ['no object', '[]'],
    ['null', 'null'],
    ['not JSON', '{"n": NaN}'],
    ['nested without measure', '['.repeat(100_000)],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ])('%s: 400', async (_name, body) => {
    const service = await testService({ records: 0 });
    expect((await service.post(body)).status).toBe(400);
  });

  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['unknown key', { Authorization: 'Bearer nobody' }],
    ['empty bearer', { Authorization: 'Bearer ' }],
    ['other scheme', { Authorization: 'Basic {key}' }],
    ['no scheme', { Authorization: '{key}' }],
  ])('%s: 401, on every endpoint', async (_name, headers) => {
    const service = await testService({ records: 0 });
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{key}', service.keys.main)]),
    );
    expect((await service.post('{}', filled)).status).toBe(401);
    for (const endpoint of ['stats', 'summary', 'export']) {
      const response = await fetch(`${service.baseUrl}/api/v1/usage/${endpoint}`, { headers: filled });
      expect([response.status, response.headers.has('www-authenticate')]).toEqual([401, true]);
      await response.text();
    }
  });

  it('an empty wallet: 402, streamed or not, and nothing is counted', async () => {
    const service = await testService({ records: 0 });
    for (const stream of [false, true]) {
      expect((await service.ask({ stream }, service.keys.emptyWallet)).status).toBe(402);
    }
    expect((await service.usage('summary', service.keys.emptyWallet)).json.total_requests).toBe(0);
  });

  it('the rate limit: 429 that says when to come back', async () => {
    const service = await testService({ records: 0, rateLimit: { requests: 1, perMs: 60_000 } });
    expect((await service.ask()).status).toBe(200);
    const { status, headers } = await service.ask();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.ask({}, service.keys.otherOrganization)).status).toBe(200);
  });

  it.each([
    [503, { overload: 1 }],
    [500, { serverError: 1 }],
  ])('trouble that is switched on: %i', async (status, trouble) => {
    const service = await testService({ records: 0, trouble });
    expect((await service.ask()).status).toBe(status);
    expect((await service.usage('stats')).status).toBe(status);
  });

  it.each([
    ['/', 'GET', 404],
    ['/v1/chat/completions', 'POST', 404],
    ['/api/v1/chat/completions/', 'POST', 404],
    ['/api/v1/chat/completions', 'GET', 405],
    ['/api/v1/usage/stats', 'DELETE', 405],
  ])('%s by %s: %i', async (path, method, status) => {
    const service = await testService({ records: 0 });
    const response = await fetch(service.baseUrl + path, { method });
    expect(response.status).toBe(status);
    await response.text();
  });
});
