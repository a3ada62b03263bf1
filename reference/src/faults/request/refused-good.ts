import { SECOND_MODEL } from '../../catalogue.ts';
import { isObject, present } from '../../change/pointer.ts';
import { beforeValidation } from '../../change/requests.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';

/** Rejects texts that match a pattern. */
export const named = (pattern: RegExp) =>
  present((value) => (typeof value === 'string' && pattern.test(value) ? 0 : value));

const hasReference = (schema: unknown) => JSON.stringify(schema)?.includes('"$ref":') ?? false;

/** Valid requests that are rejected. */
export const refusedGood: readonly Fault[] = faults(
  'must',
  'request/* status/named accounting/completions billing/empty-wallet-completion',
  [
    [
      'request/stop-list-refused',
      '2.1',
      'stop may only be a string',
      beforeValidation(
        '/stop',
        present((value) => (Array.isArray(value) ? {} : value)),
      ),
    ],
    [
      'request/stop-string-refused',
      '2.1',
      'stop may only be a list',
      beforeValidation(
        '/stop',
        present((value) => (typeof value === 'string' ? {} : value)),
      ),
    ],
    [
      'request/stop-of-space-refused',
      '2.1',
      'a stop string of white space is rejected',
      beforeValidation(
        '/stop',
        present((value) => ([value].flat().some((s) => typeof s === 'string' && !s.trim()) ? 0 : value)),
      ),
    ],
    [
      'request/long-content-refused',
      '2.2',
      'a text of more than 1,200 characters is rejected',
      beforeValidation(
        '/messages/*/content',
        present((value) => (typeof value === 'string' && value.length > 1200 ? 0 : value)),
      ),
    ],
    [
      'request/second-message-of-a-role-refused',
      '2.2',
      'a conversation with two user messages is rejected',
      beforeValidation(
        '/messages',
        present((value) =>
          Array.isArray(value) && value.filter((m) => isObject(m) && m.role === 'user').length > 1
            ? 0
            : value,
        ),
      ),
    ],
    [
      'request/assistant-without-content-refused',
      '2.2',
      'an assistant message without content is rejected, even with tool calls',
      beforeValidation('/messages/*', (value) =>
        isObject(value) && value.role === 'assistant' && value.content === undefined ? 0 : value,
      ),
    ],
    [
      'request/non-ascii-refused',
      '2.2',
      'text beyond ASCII is rejected',
      beforeValidation(
        '/messages/*/content',
        present((value) => (typeof value === 'string' && [...value].some((c) => c > '\u007f') ? 0 : value)),
      ),
    ],
    [
      'request/integral-temperature-refused',
      '2.1',
      'temperature 1 is rejected because it is not a float',
      beforeValidation(
        '/temperature',
        present((value) => (value === 1 ? '1' : value)),
      ),
    ],
    [
      'request/n-above-one-refused',
      '2.1',
      'n above 1 is rejected',
      beforeValidation(
        '/n',
        present((value) => (value === 1 || typeof value !== 'number' ? value : 0)),
      ),
    ],
    [
      'request/loose-schema-refused',
      '2.6',
      'a schema without strict is rejected',
      beforeValidation(
        '/response_format/json_schema/strict',
        present((value) => (value === false ? 0 : value)),
      ),
    ],
    [
      'request/dashed-schema-name-refused',
      '2.6',
      'a schema name with a dash is rejected',
      beforeValidation('/response_format/json_schema/name', named(/-/)),
    ],
    [
      'request/long-schema-name-refused',
      '2.6',
      'a schema name of more than 20 characters is rejected',
      beforeValidation('/response_format/json_schema/name', named(/.{21}/)),
    ],
    [
      'request/schema-references-refused',
      '2.6',
      'a schema with references to its own parts is rejected',
      beforeValidation('/response_format/json_schema/schema', (value) => (hasReference(value) ? 0 : value)),
    ],
    [
      'request/schema-references-500',
      '2.6',
      'a schema with references to its own parts causes a server error (500)',
      (before) => ({
        understand: (body, request) => {
          if (hasReference(body.response_format)) throw new Error('KeyError: $ref');
          return before.understand(body, request);
        },
      }),
    ],
    [
      'request/parameters-without-properties-refused',
      '2.4',
      'function parameters without properties are rejected',
      beforeValidation('/tools/*/function/parameters', (value) =>
        isObject(value) && value.properties === undefined ? 0 : value,
      ),
    ],
    [
      'request/long-function-name-refused',
      '2.4',
      'a function name of more than 32 characters is rejected',
      beforeValidation('/tools/*/function/name', named(/.{33}/)),
    ],
    [
      'request/longest-function-name-refused',
      '2.4',
      'a function name of 64 characters is rejected',
      beforeValidation('/tools/*/function/name', named(/.{64}/)),
    ],
    [
      'request/long-user-refused',
      '2.1',
      'user of more than 32 characters is rejected',
      beforeValidation('/user', named(/.{33}/)),
    ],
    [
      'request/four-tools-refused',
      '2.1',
      'more than three tools are rejected',
      beforeValidation(
        '/tools',
        present((value) => (Array.isArray(value) && value.length > 3 ? 0 : value)),
      ),
    ],
    [
      'request/stop-line-refused',
      '2.1',
      'a stop string with a line break is rejected',
      beforeValidation('/stop/*', named(/\n/)),
    ],
    ...(['system', 'assistant', 'tool'] as const).map(
      (role): FaultRow => [
        `request/name-of-${role === 'tool' ? 'a-result' : role}-refused`,
        '2.2',
        `a name in a message of role ${role} is rejected`,
        beforeValidation('/messages/*', (value) =>
          isObject(value) && value.role === role && value.name !== undefined ? 0 : value,
        ),
      ],
    ),
    [
      'request/logprobs-alone-refused',
      '2.1',
      'logprobs without top_logprobs is rejected',
      beforeValidation('', (body) =>
        isObject(body) && body.logprobs === true && body.top_logprobs === undefined
          ? { ...body, logprobs: 0 }
          : body,
      ),
    ],
    [
      'request/result-in-words-refused',
      '2.2',
      'a tool message whose content is not JSON is rejected',
      beforeValidation('/messages/*', (value) =>
        isObject(value) && value.role === 'tool' && /^[A-Z]/.test(String(value.content)) ? 0 : value,
      ),
    ],
    [
      'request/nine-messages-refused',
      '2.2',
      'a conversation of more than eight messages is rejected',
      beforeValidation(
        '/messages',
        present((value) => (Array.isArray(value) && value.length > 8 ? 0 : value)),
      ),
    ],
    [
      'request/call-without-arguments-refused',
      '2.3',
      'a replayed call with empty arguments is rejected',
      beforeValidation('/messages/*/tool_calls/*/function/arguments', named(/^\{\}$/)),
    ],
    [
      'request/empty-bias-refused',
      '2.1',
      'an empty logit_bias is rejected',
      beforeValidation(
        '/logit_bias',
        present((value) => (isObject(value) && Object.keys(value).length === 0 ? 0 : value)),
      ),
    ],
    [
      'request/second-model-without-tools',
      '2.3',
      'another model rejects tools',
      beforeValidation('', (body) =>
        isObject(body) && body.model === SECOND_MODEL && body.tools !== undefined
          ? { ...body, tools: 0 }
          : body,
      ),
      { settings: { otherModels: [SECOND_MODEL] } },
    ],
  ],
);
