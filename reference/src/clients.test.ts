import OpenAI7 from 'openai';
import OpenAI6 from 'openai-6';
import { describe, expect, it } from 'vitest';
import { testService } from '../../src/testing/test-service.ts';

const PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;
const MESSAGES = [{ role: 'user' as const, content: 'What is the weather?' }];

// The two major versions have the same calls; one type stands for both.
describe.each([
  ['7', OpenAI7],
  ['6', OpenAI6 as unknown as typeof OpenAI7],
])('the official client, version %s, unmodified', (_version, OpenAI) => {
  async function client() {
    const service = await testService({ records: 0 });
    const open = (apiKey: string) =>
      new OpenAI({ baseURL: `${service.baseUrl}/api/v1`, apiKey, maxRetries: 0 });
    return { service, model: service.models.plain, open, openai: open(service.keys.main) };
  }

  it('creates, and streams the same', async () => {
    const { openai, model } = await client();
    const whole = await openai.chat.completions.create({ model, messages: MESSAGES });
    let text = '';
    for await (const chunk of await openai.chat.completions.create({
      model,
      messages: MESSAGES,
      stream: true,
    })) {
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(text).toBe(whole.choices[0]?.message.content);
  });

  it('puts a stream together with its helper', async () => {
    const { openai, model } = await client();
    const done = await openai.chat.completions
      .stream({ model, messages: MESSAGES, n: 2, logprobs: true })
      .finalChatCompletion();
    expect(done.choices.map((choice) => choice.finish_reason)).toEqual(['stop', 'stop']);
    expect(done.usage?.completion_tokens).toBe(20);
  });

  it.each([false, true])('runs tools to their end (streamed: %s)', async (stream) => {
    const { openai, model } = await client();
    const asked: unknown[] = [];
    const tool = {
      type: 'function' as const,
      function: {
        name: 'weather',
        description: 'The weather of a city',
        parameters: PARAMETERS,
        parse: JSON.parse,
        function: (input: { city: string }) => {
          asked.push(input.city);
          return 'sunny';
        },
      },
    };
    const runner = openai.chat.completions.runTools({
      model,
      messages: MESSAGES,
      tools: [tool],
      stream,
    } as never);
    expect(await (runner as { finalContent(): Promise<string> }).finalContent()).toBe('The result is sunny.');
    expect(asked).toEqual([expect.any(String)]);
  });

  it('parses structured output', async () => {
    const { openai, model } = await client();
    const done = await openai.chat.completions.parse({
      model,
      messages: MESSAGES,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'place', strict: true, schema: PARAMETERS },
      },
    });
    expect(JSON.parse(done.choices[0]?.message.content ?? '')).toEqual({ city: expect.any(String) });
  });

  it('tells errors apart', async () => {
    const { openai, open, service, model } = await client();
    const wrong = (apiKey: string, temperature: number) =>
      open(apiKey)
        .chat.completions.create({ model, messages: MESSAGES, temperature })
        .then(
          () => 'none',
          (error: Error) => error.constructor,
        );
    expect(await wrong('nobody', 1)).toBe(OpenAI.AuthenticationError);
    expect(await wrong(service.keys.main, 3)).toBe(OpenAI.UnprocessableEntityError);
    expect(await wrong(service.keys.emptyWallet, 1)).toBe(OpenAI.APIError);
    expect(openai.maxRetries).toBe(0);
  });
});
