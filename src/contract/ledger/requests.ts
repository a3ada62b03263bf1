import { type LedgerRow, must, open, should } from './row.ts';

const CONVERSATIONS = 'request/accepts-conversations';
const CALL = 'request/messages-item-tool-calls-item';
const TOOL = 'request/tools-item';
const SCHEMA = 'request/response-format-json-schema';

/** Sections 2.2 to 2.6: what the parts of a request may be. */
export const REQUESTS: readonly LedgerRow[] = [
  must(
    '2.2',
    '| role | string | yes | one of system, user, assistant, tool |',
    'request/messages-item-role-*',
    CONVERSATIONS,
  ),
  must('2.2', '| content | string | no | |', 'request/messages-item-content-*', CONVERSATIONS),
  must('2.2', '| name | string | no | |', 'request/messages-item-name-*', CONVERSATIONS),
  must(
    '2.2',
    '| tool_calls | array of ToolCall | no | |',
    'request/messages-item-tool-calls-wrong-type',
    `${CALL}-wrong-type`,
    CONVERSATIONS,
  ),
  must(
    '2.2',
    '| tool_call_id | string | no | used by messages with role tool |',
    'request/messages-item-tool-call-id-*',
    CONVERSATIONS,
  ),
  must(
    '2.2',
    '| reasoning | string | no | reasoning text of a reasoning model |',
    'request/messages-item-reasoning-*',
    CONVERSATIONS,
    'completion/fits-schema',
  ),
  open(
    '2.2',
    'Some usage examples read the reasoning text from a field named reasoning_content instead of reasoning.',
    'reasoning/member',
  ),
  should('2.2', 'The field name reasoning is the one in the schema.', 'reasoning/member'),
  must('2.3', '| id | string | yes | |', `${CALL}-id-*`, 'tool/call-shape'),
  must(
    '2.3',
    '| type | string | no | constant function; default function |',
    `${CALL}-type-*`,
    CONVERSATIONS,
  ),
  must(
    '2.3',
    '| function | ToolCallFunction | yes | |',
    `${CALL}-function-missing`,
    `${CALL}-function-wrong-type`,
    'tool/call-shape',
  ),
  must(
    '2.3',
    'ToolCallFunction: name (string, required), arguments (string, required).',
    `${CALL}-function-name-*`,
    `${CALL}-function-arguments-*`,
    'tool/call-shape',
    'tool/arguments-are-strings',
  ),
  must(
    '2.4',
    '| type | string | no | constant function; default function |',
    `${TOOL}-type-*`,
    'request/accepts-tools',
  ),
  must(
    '2.4',
    '| function | ToolFunction | yes | |',
    `${TOOL}-function-missing`,
    `${TOOL}-function-wrong-type`,
  ),
  must(
    '2.4',
    'ToolFunction: name (string, required), description (string, optional), parameters (FunctionParameters, optional).',
    `${TOOL}-function-name-*`,
    `${TOOL}-function-description-*`,
    `${TOOL}-function-parameters-wrong-type`,
    'request/accepts-tools',
  ),
  must(
    '2.4',
    'FunctionParameters: type (string, default object), properties (object with arbitrary members, default empty object), required (array of string).',
    `${TOOL}-function-parameters-*`,
    'request/accepts-tools',
  ),
  must(
    '2.5',
    '| type | string | no | constant function; default function |',
    'request/tool-choice-type-*',
    'request/accepts-tool-choice',
  ),
  must(
    '2.5',
    '| function | object with name (string, required) | yes | names the function the model must call |',
    'request/tool-choice-function-*',
    'tool/named-choice',
  ),
  must(
    '2.6',
    '| type | string | no | one of text, json_object, json_schema; default text |',
    'request/response-format-type-*',
    'request/accepts-response-format',
  ),
  must(
    '2.6',
    '| json_schema | JsonSchema | no | |',
    `${SCHEMA}-wrong-type`,
    'request/accepts-response-format',
  ),
  must(
    '2.6',
    'JsonSchema: name (string, required), description (string, optional), schema (object with arbitrary members, required), strict (boolean, optional).',
    `${SCHEMA}-*`,
    'request/accepts-response-format',
  ),
];
