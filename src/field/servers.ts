import { openapiDocument } from '../export/openapi.ts';

/** A third-party server: how it is installed from npm and started. */
export interface FieldServer {
  name: string;
  package: string;
  /** Exact: another version behaves differently. */
  version: string;
  /** The file of the package that starts it, in node_modules. */
  bin: string;
  port: number;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Its configuration files by name, written into its working folder. */
  files: Readonly<Record<string, string>>;
  /** The options of the run. Default: chat completions only, below /v1. */
  options?: readonly string[];
  /** It forwards to the reference service: the options that name that service, by its base URL. */
  forwards?(baseUrl: string): readonly string[];
}

/** The key of every request; servers that check keys know it. */
export const FIELD_KEY = 'field-key-0f3a9c51';

const ANSWER = 'Hello there, this is an answer.';

/** The description that chatspec exports, for servers that answer from one. */
const DESCRIPTION = JSON.stringify(
  openapiDocument({
    description: 'first',
    version: '1.0.0',
    names: { start: 'start_date', end: 'end_date', model: 'model', limit: 'limit', offset: 'offset' },
  }),
);

/**
 * Mock servers of OpenAI's format, which are written for clients and do not know this contract; two that answer with examples
 * from the description that chatspec exports; and a gateway, in front of the reference service.
 */
export const SERVERS: readonly FieldServer[] = [
  {
    name: 'openai-mock-api',
    package: 'openai-mock-api',
    version: '0.4.0',
    bin: 'openai-mock-api',
    port: 7301,
    args: ['--config', 'openai-mock-api.yaml', '--port', '7301'],
    files: {
      'openai-mock-api.yaml': `apiKey: '${FIELD_KEY}'
port: 7301
responses:
  - id: 'any'
    messages:
      - role: 'user'
        matcher: 'any'
      - role: 'assistant'
        content: '${ANSWER}'
`,
    },
  },
  {
    name: 'aimock',
    package: '@copilotkit/aimock',
    version: '1.43.0',
    bin: 'llmock',
    port: 7302,
    args: ['-p', '7302', '-f', './aimock.json'],
    files: { 'aimock.json': JSON.stringify({ fixtures: [{ match: {}, response: { content: ANSWER } }] }) },
  },
  {
    name: 'mock-llm',
    package: '@dwmkerr/mock-llm',
    version: '0.1.29',
    bin: 'mock-llm',
    port: 7303,
    args: ['--config', 'mock-llm.yaml'],
    env: { PORT: '7303' },
    files: {
      'mock-llm.yaml': `rules:
  - path: "/v1/chat/completions"
    response:
      status: 200
      content: |
        {"id": "{{timestamp}}", "object": "chat.completion", "model": "{{jmes request body.model}}",
         "choices": [{"message": {"role": "assistant", "content": "${ANSWER}"}, "finish_reason": "stop"}]}
`,
    },
  },
  {
    name: 'prism',
    package: '@stoplight/prism-cli',
    version: '5.16.0',
    bin: 'prism',
    port: 7304,
    args: ['mock', 'openapi.json', '--port', '7304', '--host', '127.0.0.1'],
    files: { 'openapi.json': DESCRIPTION },
    options: ['--model', 'field-model'],
  },
  {
    name: 'steady',
    package: '@stdy/cli',
    version: '0.22.2',
    bin: 'steady',
    port: 7305,
    args: ['--port', '7305', '--host', '127.0.0.1', 'openapi.json'],
    files: { 'openapi.json': DESCRIPTION },
    options: ['--model', 'field-model'],
  },
  {
    name: 'portkey',
    package: '@portkey-ai/gateway',
    version: '1.15.2',
    bin: 'gateway',
    port: 7306,
    args: ['--port=7306', '--headless'],
    files: {},
    forwards: (baseUrl) => [
      ...['--api-path', '/v1', '--scope', 'chat'],
      ...['--header', 'x-portkey-provider: openai', '--header', `x-portkey-custom-host: ${baseUrl}/api/v1`],
    ],
  },
];
