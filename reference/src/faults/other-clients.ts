import { answer, bytes, chunks, inAnswer, replies } from '../change/answers.ts';
import { edited, isObject, put } from '../change/pointer.ts';
import { beforeValidation } from '../change/requests.ts';
import type { Json } from '../completion-types.ts';
import { type Fault, faults } from '../deviation.ts';
import type { Reply } from '../message.ts';

const refusal: Reply = {
  status: 403,
  headers: [['Content-Type', 'application/json']],
  body: bytes('{"error":{"message":"this client is not welcome","type":"forbidden"}}'),
};

/** A gateway that rejects a client by its User-Agent. */
const turnsAway = (name: RegExp) =>
  replies(
    (_, request) => request.endpoint === 'completions' && name.test(request.headers['user-agent'] ?? ''),
    () => refusal,
  );

/** Text with a character beyond the basic plane at its start, if it is not JSON. */
const withMoon = (text: unknown) =>
  typeof text === 'string' && text !== '' && !/^[[{]/.test(text) ? `\u{1F319}${text}` : text;

/** The first piece of text of a stream begins in the middle of that character, and the piece before it ends there. */
function cutMoon(all: readonly Json[]): Json[] {
  const at = all.findIndex((chunk) => contentOf(chunk) !== '');
  if (at < 0 || /^[[{]/.test(contentOf(all[at]!))) return [...all];
  const put = (chunk: Json, text: string) => edited(chunk, '/choices/*/delta/content', () => text) as Json;
  const first = all[at]!;
  return [
    ...all.slice(0, at),
    put(first, '\ud83c'),
    put(first, `\udf19${contentOf(first)}`),
    ...all.slice(at + 1),
  ];
}

function contentOf(chunk: Json): string {
  const [choice] = Array.isArray(chunk.choices) ? chunk.choices : [];
  const delta: unknown = isObject(choice) ? choice.delta : undefined;
  return isObject(delta) && typeof delta.content === 'string' ? delta.content : '';
}

/** Faults that only clients other than the official Node client meet. */
export const otherClients: readonly Fault[] = [
  ...faults(
    'should',
    'client/langchain-create client/langchain-stream client/langchain-formats client/langchain-tools status/named',
    [
      [
        'client/langchain-not-welcome',
        '1',
        'a gateway rejects the User-Agent of LangChain',
        turnsAway(/langchain/i),
        { settings: { clients: ['langchain'] } },
      ],
    ],
  ),
  ...faults(
    'should',
    // The official client sends back the original message; some clients send an empty text.
    'client/langchain-tools client/run-tools',
    [
      [
        'client/empty-content-refused',
        '2.2',
        'an assistant message with tool calls and empty content is rejected',
        beforeValidation('/messages/*', (message) =>
          isObject(message) && message.content === '' && message.tool_calls ? 0 : message,
        ),
        { settings: { clients: ['langchain'] } },
      ],
    ],
  ),
  ...faults('should', 'client/ai-sdk-create client/ai-sdk-tools client/ai-sdk-formats', [
    [
      'client/cached-tokens-as-text',
      '2.7',
      'the count of cached tokens is a string',
      inAnswer('/usage/prompt_tokens_details', put({ cached_tokens: '0' })),
      { settings: { clients: ['ai-sdk'] } },
    ],
  ]),
  ...faults('should', 'client/ai-sdk-stream client/stream-helper stream/role-first', [
    [
      'client/role-repeated-as-model',
      '6',
      'later chunks of a stream have the role model',
      chunks((all) =>
        all.map((chunk, at) =>
          at < 2 ? chunk : (edited(chunk, '/choices/*/delta/role', put('model')) as Json),
        ),
      ),
      { settings: { clients: ['ai-sdk'] } },
    ],
  ]),
  ...faults('should', 'client/python-stream', [
    [
      'client/characters-in-halves',
      '6',
      'streams split surrogate pairs between chunks',
      (before) => ({
        ...answer((json) => edited(json, '/choices/*/message/content', withMoon) as Json)(before),
        chunks: (all, body, request) => cutMoon(before.chunks(all, body, request)),
      }),
      { settings: { clients: ['python'] } },
    ],
  ]),
  ...faults(
    'should',
    'client/python-create client/python-stream client/python-tools client/python-formats status/named',
    [
      [
        'client/python-not-welcome',
        '1',
        'a gateway rejects the User-Agent of Python',
        turnsAway(/^(?:OpenAI\/)?Python/i),
        { settings: { clients: ['python'] } },
      ],
    ],
  ),
];
