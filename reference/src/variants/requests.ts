import type { Change } from '../behaviour.ts';
import { replies } from '../change/answers.ts';
import { type Edit, edited, isObject } from '../change/pointer.ts';
import { beforeValidation } from '../change/requests.ts';
import type { Variant } from '../deviation.ts';
import type { ServiceRequest } from '../message.ts';
import { variants } from './variant.ts';

/** Fields that the second description makes nullable (2.1). */
const NULLABLE = [
  'temperature',
  'top_p',
  'n',
  'stream',
  'stop',
  'max_tokens',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'user',
  'seed',
  'logprobs',
  'top_logprobs',
  'tools',
  'tool_choice',
];

const SECOND_ONLY = ['timeout', 'functions', 'function_call'];
const FIRST_ONLY = ['max_completion_tokens', 'response_format', 'reasoning_effort'];

const withoutNulls = (names: readonly string[]) => (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !names.includes(name)));

const object = (edit: (body: Record<string, unknown>) => Record<string, unknown>): Change =>
  beforeValidation('', (body) => (isObject(body) ? edit(body) : body));

const fitsSecond: Readonly<Record<string, (value: unknown) => boolean>> = {
  timeout: (v) => v === null || typeof v === 'number',
  functions: (v) => v === null || (Array.isArray(v) && v.every((e) => typeof e === 'string')),
  function_call: (v) => v === null || typeof v === 'string',
};

/** Additional members of the second description are dropped if valid. */
const withSecond = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !(SECOND_ONLY.includes(name) && fitsSecond[name]!(value))),
  );

const dropped = (...names: string[]): Change =>
  object((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

const eachMessage = (edit: Edit): Change => beforeValidation('/messages/*', edit);

const isLarge = ({ body }: ServiceRequest) => body.length > 1_000;

/** Nothing of a large body comes to the service behind the gateway, and nothing of it is billed. */
const tooLarge: Change = (before) => ({
  violations: (found, body, request) => {
    const own = before.violations(found, body, request);
    if (own.length > 0 || !isLarge(request)) return own;
    return [{ pointer: '', keyword: 'size', message: 'The body is too large.' }];
  },
  reply: (reply, request) => {
    const made = before.reply(reply, request);
    if (made.status !== 422 || !isLarge(request)) return made;
    const page = Buffer.from('<html><h1>413 Request Entity Too Large</h1></html>');
    return { ...made, status: 413, headers: [['Content-Type', 'text/html']], body: page };
  },
});

/** Accepted requests that the contract leaves open or describes twice. */
export const requests: readonly Variant[] = [
  ...variants('description', [
    [
      'request/second-description',
      '2.1',
      'requests follow the second published description',
      object((body) => {
        const own = withSecond(withoutNulls(NULLABLE)(body));
        for (const name of FIRST_ONLY) if (name in own) own[`${name} of the first description`] = own[name];
        return own;
      }),
      {
        mayWarn: ['request/*', 'reasoning/*', 'completion/*', 'format/*', 'client/*', 'tool/*'],
        undecided: ['format/*', 'reasoning/*'],
        against: ['nulls', 'openai-fields'],
      },
    ],
    [
      'request/both-descriptions',
      '2.1',
      'requests of both published descriptions are accepted',
      object((body) => withSecond(withoutNulls(NULLABLE)(body))),
      { mayWarn: ['request/*'], against: ['nulls'] },
    ],
  ]),
  ...variants('length', [
    [
      'request/length-required',
      '4.1',
      'a chunked body is rejected with 411',
      replies(
        (_, request) => request.headers['transfer-encoding'] !== undefined,
        (reply) => ({ ...reply, status: 411 }),
      ),
    ],
  ]),
  ...variants('gateway', [
    [
      'request/gateway-413',
      '8',
      'a gateway rejects bodies of more than a thousand bytes with its own page (413)',
      tooLarge,
      {
        undecided: [
          'request/accepts-combinations',
          'request/accepts-conversations',
          'request/accepts-models',
        ],
      },
    ],
  ]),
  ...variants('nulls', [
    [
      'request/null-is-absent',
      '2.1',
      'null is read as absent for all optional members',
      object((body) => {
        const own = withoutNulls([...NULLABLE, ...FIRST_ONLY])(body);
        return edited(own, '/messages/*/*', (v) => (v === null ? undefined : v)) as Record<string, unknown>;
      }),
      { mayWarn: ['request/*'] },
    ],
  ]),
  ...variants('openai-fields', [
    [
      'request/openai-fields-taken',
      '1',
      "OpenAI's other top-level fields are accepted",
      dropped('stream_options', 'parallel_tool_calls', 'metadata', 'store'),
    ],
    [
      'request/stream-options-taken',
      '1',
      "stream_options is accepted; OpenAI's other fields are rejected",
      dropped('stream_options'),
    ],
  ]),
  ...variants('nested-unknown', [
    [
      'request/nested-unknown-refused',
      '2.4',
      'unknown members of tools and messages are rejected too',
      (before) => ({
        requestSchema: (schema) => {
          const strict = before.requestSchema(schema);
          const close = (node: unknown): void => {
            if (!isObject(node)) return;
            if (
              isObject(node.properties) &&
              Object.keys(node.properties).length > 0 &&
              node.additionalProperties === undefined
            )
              node.additionalProperties = false;
            for (const value of Object.values(node)) {
              if (Array.isArray(value)) value.forEach(close);
              else close(value);
            }
          };
          close(strict);
          return strict;
        },
      }),
    ],
  ]),
  ...variants('openai-values', [
    [
      'request/developer-role',
      '2.2',
      'the role developer is read as system',
      eachMessage((m) => (isObject(m) && m.role === 'developer' ? { ...m, role: 'system' } : m)),
      { mayWarn: ['request/openai-values'] },
    ],
    [
      'request/content-parts',
      '2.2',
      'content may be a list of parts',
      eachMessage((m) =>
        isObject(m) &&
        Array.isArray(m.content) &&
        m.content.every((p) => isObject(p) && p.type === 'text' && typeof p.text === 'string')
          ? { ...m, content: m.content.map((p) => p.text).join('') }
          : m,
      ),
      { mayWarn: ['request/openai-values'] },
    ],
  ]),
  ...variants('content-null', [
    [
      'request/content-null-refused',
      '2.2',
      'content: null is rejected in replayed tool calls',
      eachMessage((m) => (isObject(m) && m.content === null ? { ...m, content: 0 } : m)),
      { mayWarn: ['client/*'] },
    ],
  ]),
];
