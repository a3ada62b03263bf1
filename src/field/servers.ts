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
}

/** The key of every request; servers that check keys know it. */
export const FIELD_KEY = 'field-key-0f3a9c51';

const ANSWER = 'Hello there, this is an answer.';

/** Mock servers of OpenAI's format: they are written for clients and do not know this contract. */
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
];
