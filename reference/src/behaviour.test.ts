import { describe, expect, it } from 'vitest';
import { testService } from '../../src/testing/test-service.ts';
import { type Change, change, faithful } from './behaviour.ts';

const changed = (...changes: Change[]) => ({ records: 3, behaviour: change(faithful(), changes) });

describe('changes', () => {
  it('lie over each other, the later one seeing what the earlier one made', async () => {
    const add =
      (text: string): Change =>
      (before) => ({
        completion: (json, ...rest) => ({
          ...before.completion(json, ...rest),
          trail: `${before.completion(json, ...rest).trail ?? ''}${text}`,
        }),
      });
    const service = await testService(changed(add('a'), add('b')));
    expect((await service.ask()).json.trail).toBe('ab');
  });

  it.each<[string, Change, object, number]>([
    [
      'a loosened schema',
      () => ({ requestSchema: (s) => ({ ...s, additionalProperties: true }) }),
      { x: 1 },
      200,
    ],
    ['violations that are overlooked', () => ({ violations: () => [] }), { n: 0 }, 200],
    ['coercion', () => ({ normalize: (body) => ({ ...(body as object), n: 1 }) }), { n: '1' }, 200],
    ['another status', () => ({ status: () => 400 }), { n: 0 }, 400],
  ])('decide what is accepted: %s', async (_name, one, body, status) => {
    const service = await testService(changed(one));
    expect((await service.ask(body)).status).toBe(status);
  });

  it.each<unknown>([
    { n: 'x' },
    { messages: 'x' },
    { messages: [1] },
    { model: 7 },
    { tools: 'x', stop: 3, seed: {} },
  ])('that let anything in never break the model: %j', async (body) => {
    const service = await testService(changed(() => ({ violations: () => [] })));
    expect((await service.ask(body as object)).status).toBe(200);
  });

  it('can break the framing of a stream', async () => {
    const service = await testService(
      changed(
        () => ({ payloads: (payloads) => payloads.slice(0, -1) }),
        () => ({ events: (events) => events.map((event) => event.replace('data: ', 'data:')) }),
        () => ({
          writes: (writes) =>
            writes.flatMap(({ bytes }) => [...bytes].map((byte) => ({ bytes: Uint8Array.of(byte) }))),
        }),
      ),
    );
    const { text } = await service.ask({ stream: true });
    expect(text).toMatch(/^data:\{/);
    expect(text).not.toContain('[DONE]');
  });

  it.each<[string, Change]>([
    ['a reset', (before) => ({ reply: (...args) => ({ ...before.reply(...args), end: 'reset' }) })],
    [
      'too long a length',
      (before) => ({
        reply: (...args) => {
          const reply = before.reply(...args);
          return { ...reply, headers: [...reply.headers, ['Content-Length', '99999']], end: 'reset' };
        },
      }),
    ],
    [
      'a raw answer',
      () => ({
        wire: (_reply, _request, outgoing) => {
          outgoing.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort');
          return true;
        },
      }),
    ],
  ])('can break the connection: %s', async (_name, one) => {
    const service = await testService(changed(one));
    await expect(service.ask({ stream: true })).rejects.toThrow();
  });

  it('can leave a response open', async () => {
    const service = await testService(
      changed((before) => ({ reply: (...args) => ({ ...before.reply(...args), end: 'never' }) })),
    );
    const whole = fetch(`${service.baseUrl}/nowhere`, { signal: AbortSignal.timeout(200) }).then((r) =>
      r.text(),
    );
    await expect(whole).rejects.toThrow();
  });

  it('can say what is known of the wallet, the key and the load', async () => {
    const service = await testService(
      changed(
        () => ({ balance: () => true, authenticate: (_found, _request, accounts) => accounts[0] }),
        () => ({
          admit: (refusal, { service }) =>
            service.count('asked') % 2 ? refusal : { reason: 'overload', message: 'x' },
        }),
      ),
    );
    expect((await service.ask({}, 'nobody')).status).toBe(503);
    expect((await service.ask({}, 'nobody')).status).toBe(200);
  });
});

describe('what breaks inside', () => {
  it.each<[string, Change]>([
    [
      'while it is handled',
      () => ({
        understand: () => {
          throw new Error('inside');
        },
      }),
    ],
    [
      'while it is written',
      (before) => ({ reply: (...args) => ({ ...before.reply(...args), headers: [['in side', 'x']] }) }),
    ],
  ])('is told to the service’s owner, not to the client: %s', async (_name, one) => {
    const errors: unknown[] = [];
    const service = await testService({ ...changed(one), onError: (error) => errors.push(error) });
    const answer = await service.ask().catch(() => undefined);
    expect(answer?.text ?? '').not.toContain('inside');
    expect([answer?.status ?? 500, errors.length]).toEqual([500, 1]);
  });

  it('is not said of a client that leaves', async () => {
    const errors: unknown[] = [];
    const slow: Change = () => ({ latencyMs: () => 30 });
    const service = await testService({ ...changed(slow), onError: (error) => errors.push(error) });
    await expect(
      fetch(`${service.baseUrl}/api/v1/usage/stats`, { signal: AbortSignal.timeout(10) }),
    ).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(errors).toEqual([]);
  });
});

describe('usage', () => {
  it('can be called and written otherwise', async () => {
    const service = await testService(
      changed((before) => ({
        usageNames: () => ({ limit: 'pageSize' }),
        unknownParameters: 'refuse',
        envelope: (records) => ({ data: records }),
        csv: {
          ...before.csv,
          delimiter: ';',
          quoting: 'all',
          bom: true,
          separatorLine: true,
          totalsRow: 'Total',
          finalNewline: false,
        },
      })),
    );
    expect((await service.usage('stats?pageSize=2')).json.data).toHaveLength(2);
    expect((await service.usage('stats?limit=2')).status).toBe(422);
    const lines = (await service.usage('export')).text.replace(/^\uFEFF/, '').split('\r\n');
    expect(lines).toHaveLength(6);
    expect([lines[0], lines[5]?.slice(0, 10)]).toEqual(['sep=;', '"Total";""']);
  });
});
