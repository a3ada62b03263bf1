import { describe, expect, it } from 'vitest';
import { validate } from '../../src/contract/schemas.ts';
import { type Got, testService } from '../../src/testing/test-service.ts';
import type { Json } from './completion-types.ts';

const WEATHER = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['days'],
    },
  },
};

/** The chunks of a stream with verified framing. */
function chunksOf({ text, headers }: Got): Json[] {
  expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events = text.split('\n\n');
  expect(events.splice(-2)).toEqual(['data: [DONE]', '']);
  return events.map((event) => {
    expect(event.startsWith('data: {')).toBe(true);
    return JSON.parse(event.slice('data: '.length));
  });
}

/** The message of a choice, put together from its deltas. */
function assembled(chunks: Json[], index = 0): Json {
  const message: Json = {};
  for (const { choices } of chunks) {
    for (const choice of choices.filter((c: Json) => c.index === index)) {
      const { delta } = choice;
      for (const member of ['role', 'content', 'reasoning']) {
        if (delta[member] !== undefined) message[member] = (message[member] ?? '') + delta[member];
      }
      for (const fragment of delta.tool_calls ?? []) {
        message.calls ??= [];
        message.calls[fragment.index] ??= { arguments: '' };
        const call = message.calls[fragment.index];
        Object.assign(call, fragment.id ? { id: fragment.id, name: fragment.function.name } : {});
        call.arguments += fragment.function.arguments;
      }
      if (choice.finish_reason) message.finish_reason = choice.finish_reason;
    }
  }
  return message;
}

describe('answers', () => {
  it('fit the schema, and count their tokens', async () => {
    const service = await testService({ records: 0 });
    const { json } = await service.ask({ n: 3, logprobs: true });
    expect(validate('completion-response', json)).toEqual([]);
    expect(json.choices.map((choice: Json) => choice.index)).toEqual([0, 1, 2]);
    const { prompt_tokens, completion_tokens, total_tokens } = json.usage;
    expect(total_tokens).toBe(prompt_tokens + completion_tokens);
  });

  it('end at the limit, at the stop string, or by themselves', async () => {
    const service = await testService({ records: 0 });
    const choice = async (body: Json) => (await service.ask(body)).json.choices[0];
    const count = { messages: [{ role: 'user', content: 'Count from 1 to 9.' }] };
    const [limited, stopped, whole] = await Promise.all([
      choice({ ...count, max_tokens: 4 }),
      choice({ ...count, stop: ['7', '5'] }),
      choice(count),
    ]);
    expect([limited.finish_reason, limited.message.content]).toEqual(['length', '1, 2,']);
    expect([stopped.finish_reason, stopped.message.content]).toEqual(['stop', '1, 2, 3, 4, ']);
    expect([whole.finish_reason, whole.message.content]).toEqual(['stop', '1, 2, 3, 4, 5, 6, 7, 8, 9']);
  });

  it('are the same for the same request, and the same for all choices at temperature 0', async () => {
    const service = await testService({ records: 0 });
    const contents = async (body: Json) =>
      (await service.ask(body)).json.choices.map((choice: Json) => choice.message.content);
    expect(await contents({ seed: 7 })).toEqual(await contents({ seed: 7 }));
    expect(await contents({ seed: 7 })).not.toEqual(await contents({ seed: 8 }));
    expect(new Set(await contents({ n: 4, temperature: 0 })).size).toBe(1);
    expect(new Set(await contents({ n: 4 })).size).toBe(4);
  });

  it('show as many rivals as were asked for, in falling order', async () => {
    const service = await testService({ records: 0 });
    const { json } = await service.ask({ logprobs: true, top_logprobs: 20 });
    const { content } = json.choices[0].logprobs;
    expect(content.map((entry: Json) => entry.token).join('')).toBe(json.choices[0].message.content);
    for (const entry of content) {
      const values = entry.top_logprobs.map((rival: Json) => rival.logprob);
      expect(values).toHaveLength(20);
      expect(values).toEqual([...values].sort((a, b) => b - a));
    }
  });

  it('call tools as tool_choice says, with arguments that fit', async () => {
    const service = await testService({ records: 0 });
    const other = { function: { name: 'other' } };
    const called = async (tool_choice: unknown) => {
      const { json } = await service.ask({ tools: [other, WEATHER], tool_choice });
      return (json.choices[0].message.tool_calls ?? []).map((call: Json) => call.function);
    };
    expect(await called('none')).toEqual([]);
    expect(await called('required')).toEqual([{ name: 'other', arguments: '{}' }]);
    const [named] = await called({ type: 'function', function: { name: 'weather' } });
    expect(named.name).toBe('weather');
    expect(JSON.parse(named.arguments)).toEqual({ days: expect.any(Number) });
  });

  it('call several tools when the person names several, and none after the last word was a tool’s', async () => {
    const service = await testService({ records: 0 });
    const tools = [WEATHER, { function: { name: 'clock' } }, { function: { name: 'map' } }];
    const asked = { role: 'user', content: 'Use weather and map.' };
    const called = async (messages: Json[]) =>
      (await service.ask({ tools, messages })).json.choices[0].message.tool_calls?.map(
        (call: Json) => call.function.name,
      );
    expect(await called([asked])).toEqual(['weather', 'map']);
    const call = { id: 'c', function: { name: 'map', arguments: '{}' } };
    const replayed = [
      asked,
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: '1' },
    ];
    expect(await called(replayed)).toBeUndefined();
  });

  it('are JSON when that is asked for', async () => {
    const service = await testService({ records: 0 });
    const content = async (response_format: Json) =>
      JSON.parse((await service.ask({ response_format })).json.choices[0].message.content);
    expect(await content({ type: 'json_object' })).toBeTypeOf('object');
    const schema = { type: 'object', properties: { size: { enum: ['S', 'L'] } }, required: ['size'] };
    expect(['S', 'L']).toContain(
      (await content({ type: 'json_schema', json_schema: { name: 'x', schema } })).size,
    );
  });

  it('begin with reasoning where the model reasons, also when nothing else fits', async () => {
    const service = await testService({ records: 0 });
    const model = service.models.reasoning;
    const choice = async (body: Json) => (await service.ask({ model, ...body })).json.choices[0];
    const { message } = await choice({ reasoning_effort: 'high' });
    expect(message.reasoning.length).toBeGreaterThan((await choice({})).message.reasoning.length);
    const cut = await choice({ max_completion_tokens: 2 });
    expect([cut.finish_reason, cut.message.content]).toEqual(['length', '']);
  });
});

describe('streams', () => {
  it.each<[string, Json]>([
    ['text', {}],
    ['several choices', { n: 2 }],
    ['logprobs', { logprobs: true, top_logprobs: 2 }],
    ['a limit', { max_tokens: 3 }],
    ['tool calls', { tools: [WEATHER], tool_choice: 'required' }],
    [
      'two calls',
      {
        messages: [{ role: 'user', content: 'weather, clock' }],
        tools: [WEATHER, { function: { name: 'clock' } }],
      },
    ],
    ['JSON', { response_format: { type: 'json_object' } }],
  ])('of %s say what the plain answer says', async (_name, body) => {
    const service = await testService({ records: 0 });
    const plain = (await service.ask({ seed: 1, ...body })).json;
    const chunks = chunksOf(await service.ask({ seed: 1, ...body, stream: true }));
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: plain.usage });
    expect(new Set(chunks.map((chunk) => `${chunk.id} ${chunk.created} ${chunk.object}`)).size).toBe(1);
    for (const { index, message, finish_reason } of plain.choices) {
      const built = assembled(chunks, index);
      expect(built).toMatchObject({ role: 'assistant', finish_reason });
      expect(built.content).toBe(message.content);
      expect(built.calls?.map((c: Json) => c.arguments)).toEqual(
        message.tool_calls?.map((c: Json) => c.function.arguments),
      );
    }
  });

  it('carry reasoning and content apart', async () => {
    const service = await testService({ records: 0 });
    const built = assembled(chunksOf(await service.ask({ model: service.models.reasoning, stream: true })));
    expect(built.reasoning).toContain('request');
    expect(built.content).not.toBe('');
  });
});
