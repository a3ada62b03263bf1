import { isObject, present } from '../../change/pointer.ts';
import { askedIn, beforeValidation } from '../../change/requests.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import { Refused } from '../../refusal.ts';
import { named } from './refused-good.ts';

/** Valid requests that are rejected for their tools, formats, messages or limits. */
export const refusedTools: readonly Fault[] = faults(
  'must',
  'request/* status/named accounting/completions billing/empty-wallet-completion',
  [
    [
      'request/seven-tools-refused',
      '2.1',
      'more than four tools are rejected',
      beforeValidation(
        '/tools',
        present((value) => (Array.isArray(value) && value.length > 4 ? 0 : value)),
      ),
    ],
    [
      'request/untyped-tools-500',
      '2.4',
      "a tool without a type causes a server error in the model's template (500)",
      (before) => ({
        knowsModel: (known, model, request) => {
          const { tools } = askedIn(request);
          if (Array.isArray(tools) && tools.some((tool) => isObject(tool) && tool.type === undefined))
            throw new Refused({ reason: 'server-error', message: 'The template has no type.' });
          return before.knowsModel(known, model, request);
        },
      }),
    ],
    [
      'request/untyped-choice-streamed-500',
      '2.5',
      'a tool_choice without a type causes a server error (500) in streams',
      (before) => ({
        knowsModel: (known, model, request) => {
          const { tool_choice: choice, stream } = askedIn(request);
          if (stream === true && isObject(choice) && choice.type === undefined)
            throw new Refused({ reason: 'server-error', message: 'The choice has no type.' });
          return before.knowsModel(known, model, request);
        },
      }),
    ],
    ...(['digit', 'hyphen', 'underscore'] as const).map(
      (first): FaultRow => [
        `request/function-name-with-first-${first}-refused`,
        '2.4',
        `a function name that begins with a ${first} is rejected`,
        beforeValidation(
          '/tools/*/function/name',
          named({ digit: /^\d/, hyphen: /^-/, underscore: /^_/ }[first]),
        ),
      ],
    ),
    ...['strict', 'description'].map(
      (member): FaultRow => [
        `request/schema-without-${member}-refused`,
        '2.6',
        `a json_schema without ${member} is rejected`,
        beforeValidation('/response_format/json_schema', (value) =>
          isObject(value) && value[member] === undefined ? 0 : value,
        ),
      ],
    ),
    [
      'request/leading-line-break-refused',
      '2.2',
      'a text that begins with a line break is rejected',
      beforeValidation('/messages/*/content', named(/^\n/)),
    ],
    [
      'request/lines-of-tool-results-refused',
      '2.2',
      'a tool result of several lines is rejected',
      beforeValidation('/messages/*', (message) =>
        isObject(message) && message.role === 'tool' && String(message.content).includes('\n') ? 0 : message,
      ),
    ],
    [
      'request/system-message-before-turns-refused',
      '2.2',
      'a system message before more than one turn is rejected',
      beforeValidation('/messages', (messages) =>
        Array.isArray(messages) && messages.length > 3 && messages[0]?.role === 'system' ? 0 : messages,
      ),
    ],
    [
      'request/limit-of-one-refused',
      '2.1',
      'a limit of one token is rejected if nothing else is wrong',
      (before) => ({
        knowsModel: (known, model, request) => {
          if (askedIn(request).max_tokens === 1)
            throw new Refused({ reason: 'invalid', message: 'A limit is at least 2.' });
          return before.knowsModel(known, model, request);
        },
      }),
    ],
    [
      'request/stop-of-several-words-refused',
      '2.1',
      'a list of stop strings with more than one word each is rejected',
      beforeValidation('/stop/*', named(/\w \w/)),
    ],
  ],
);

const replaysCalls = ({ messages }: Record<string, unknown>) =>
  Array.isArray(messages) &&
  messages.some((message) => isObject(message) && message.tool_calls !== undefined);

/** Rejects a combination of members that are accepted individually. */
const together = (are: (body: Record<string, unknown>) => boolean) =>
  beforeValidation('', (body) => (isObject(body) && are(body) ? { ...body, model: 0 } : body));

/** Valid requests whose rejection is only a warning: services differ in allowed combinations. */
export const refusedTogether: readonly Fault[] = faults('should', 'request/* status/named', [
  [
    'request/replayed-calls-without-tools-refused',
    '2.3',
    'messages with tool calls are rejected without tools',
    together((body) => replaysCalls(body) && body.tools === undefined),
  ],
  [
    'request/tools-beside-json-object-refused',
    '2.6',
    'tools are rejected together with the response format json_object',
    together(
      ({ tools, response_format: format }) =>
        tools !== undefined && isObject(format) && format.type === 'json_object',
    ),
  ],
  [
    'request/tools-beside-json-schema-refused',
    '2.6',
    'tools are rejected together with the response format json_schema',
    together(
      ({ tools, response_format: format }) =>
        tools !== undefined && isObject(format) && format.type === 'json_schema',
    ),
  ],
  [
    'request/control-characters-refused',
    '2.2',
    'control characters in a text are rejected',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters themselves
    beforeValidation('/messages/*/content', named(/[\x00-\x08\x0b-\x1f]/)),
  ],
]);
