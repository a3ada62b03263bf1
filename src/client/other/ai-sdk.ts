import { installedPackage } from '../installed.ts';
import { BASE_URL, type OtherClient, PLACE, type Question, TOOL } from './other-client.ts';

type Fetch = typeof globalThis.fetch;

const TURNS = 2;

async function open(fetch: Fetch, { model, text, tokens }: Question, includeUsage = false) {
  const [sdk, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const provider = createOpenAICompatible({
    name: 'service',
    baseURL: BASE_URL,
    apiKey: 'unused',
    fetch,
    supportsStructuredOutputs: true,
    includeUsage,
  });
  return { sdk, asked: { model: provider(model), prompt: text, maxOutputTokens: tokens, maxRetries: 0 } };
}

/** Vercel's AI SDK with its provider for OpenAI-compatible services. */
export const aiSdk: OtherClient = {
  id: 'ai-sdk',
  name: 'AI SDK',
  install: 'npm install ai@7 @ai-sdk/openai-compatible@3',
  version: async () => installedPackage('ai') && installedPackage('@ai-sdk/openai-compatible'),
  async create(fetch, question) {
    const { sdk, asked } = await open(fetch, question);
    return (await sdk.generateText(asked)).text;
  },
  async stream(fetch, question, usage) {
    const { sdk, asked } = await open(fetch, question, usage);
    let text = '';
    // Without a listener it writes errors to the terminal.
    for await (const part of sdk.streamText({ ...asked, onError() {} }).fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') text += part.text;
    }
    return text;
  },
  async loop(fetch, question) {
    const { sdk, asked } = await open(fetch, question);
    const { name, description, parameters, result } = TOOL;
    let calls = 0;
    const execute = () => {
      calls++;
      return result;
    };
    const answer = await sdk.generateText({
      ...asked,
      tools: {
        [name]: sdk.tool({ description, inputSchema: sdk.jsonSchema(parameters as object), execute }),
      },
      // Called once: the model is expected to answer its result with text.
      prepareStep: ({ stepNumber }) => ({ toolChoice: stepNumber === 0 ? 'required' : 'auto' }),
      stopWhen: sdk.stepCountIs(TURNS),
    });
    return { calls, text: answer.text };
  },
  async structured(fetch, question) {
    const { sdk, asked } = await open(fetch, question);
    const output = sdk.Output.object({ schema: sdk.jsonSchema(PLACE as object) });
    return (await sdk.generateText({ ...asked, output })).output;
  },
};
