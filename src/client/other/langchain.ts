import { NotApplicable } from '../../vocabulary/undecidable.ts';
import { installedPackage } from '../installed.ts';
import { BASE_URL, type OtherClient, PLACE, type Question, TOOL } from './other-client.ts';

type Fetch = typeof globalThis.fetch;

interface Message {
  content: unknown;
  tool_calls?: { id?: string; name: string }[];
}

/** The used part of `ChatOpenAI`. */
interface Model {
  invoke(input: unknown): Promise<Message>;
  stream(input: string): Promise<AsyncIterable<Message>>;
  bindTools(tools: unknown[], options?: object): Model;
  withStructuredOutput(schema: object, options: object): { invoke(input: string): Promise<unknown> };
}

/** Variables that make LangChain send its traces to a third party. */
const TRACING = ['LANGSMITH_TRACING', 'LANGCHAIN_TRACING_V2', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING'];

async function open(fetch: Fetch, { model, tokens }: Question, streamUsage = false): Promise<Model> {
  const traced = TRACING.find((name) => process.env[name] === 'true');
  if (traced) throw new NotApplicable(`${traced} is set and would send the run's data elsewhere: unset it`);
  const { ChatOpenAI } = await import('@langchain/openai');
  return new ChatOpenAI({
    model,
    maxTokens: tokens,
    apiKey: 'unused',
    maxRetries: 0,
    streamUsage,
    configuration: { baseURL: BASE_URL, organization: null, project: null, logLevel: 'off', fetch },
  }) as unknown as Model;
}

const textOf = ({ content }: Message): string => (typeof content === 'string' ? content : '');

/** LangChain's client for OpenAI-compatible services. */
export const langchain: OtherClient = {
  id: 'langchain',
  name: 'LangChain',
  install: 'npm install @langchain/openai@1 @langchain/core@1',
  version: async () => installedPackage('@langchain/openai'),
  async create(fetch, question) {
    return textOf(await (await open(fetch, question)).invoke(question.text));
  },
  async stream(fetch, question, usage) {
    const model = await open(fetch, question, usage);
    let text = '';
    for await (const chunk of await model.stream(question.text)) text += textOf(chunk);
    return text;
  },
  async loop(fetch, question) {
    const { result, ...definition } = TOOL;
    const tools = [{ type: 'function', function: definition }];
    const model = await open(fetch, question);
    const asked = { role: 'user', content: question.text };
    const turn = await model.bindTools(tools, { tool_choice: 'required' }).invoke([asked]);
    const calls = turn.tool_calls ?? [];
    if (calls.length === 0) return { calls: 0, text: textOf(turn) };
    const results = calls.map(({ id }) => ({ role: 'tool', content: result, tool_call_id: id ?? '' }));
    const last = await model.bindTools(tools).invoke([asked, turn, ...results]);
    return { calls: calls.length, text: textOf(last) };
  },
  async structured(fetch, question) {
    const model = await open(fetch, question);
    return model.withStructuredOutput(PLACE, { name: 'place', method: 'jsonSchema' }).invoke(question.text);
  },
};
