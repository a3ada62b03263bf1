import { must, open, type Sections, should } from './row.ts';

const CONVERSATIONS = 'request/accepts-conversations';
const CALL = 'request/messages-item-tool-calls-item';
const TOOL = 'request/tools-item';
const SCHEMA = 'request/response-format-json-schema';

/** Sections 2.2 to 2.6: what the parts of a request may be. */
export const REQUESTS: Sections = {
  '2.2': [
    must(
      '| role | string | yes | one of system, user, assistant, tool |',
      'request/messages-item-role-*',
      CONVERSATIONS,
    ),
    must('| content | string | no | |', 'request/messages-item-content-*', CONVERSATIONS),
    must('| name | string | no | |', 'request/messages-item-name-*', CONVERSATIONS),
    must(
      '| tool_calls | array of ToolCall | no | |',
      'request/messages-item-tool-calls-wrong-type',
      `${CALL}-wrong-type`,
      CONVERSATIONS,
    ),
    must(
      '| tool_call_id | string | no | used by messages with role tool |',
      'request/messages-item-tool-call-id-*',
      CONVERSATIONS,
    ),
    must(
      '| reasoning | string | no | reasoning text of a reasoning model |',
      'request/messages-item-reasoning-*',
      CONVERSATIONS,
      'completion/fits-schema',
    ),
    open(
      'Some usage examples read the reasoning text from a field named reasoning_content instead of reasoning.',
      'reasoning/member',
    ),
    should('The field name reasoning is the one in the schema.', 'reasoning/member'),
  ],
  '2.3': [
    must('| id | string | yes | |', `${CALL}-id-*`, 'tool/call-shape'),
    must('| type | string | no | constant function; default function |', `${CALL}-type-*`, CONVERSATIONS),
    must(
      '| function | ToolCallFunction | yes | |',
      `${CALL}-function-missing`,
      `${CALL}-function-wrong-type`,
      'tool/call-shape',
    ),
    must(
      'ToolCallFunction: name (string, required), arguments (string, required).',
      `${CALL}-function-name-*`,
      `${CALL}-function-arguments-*`,
      'tool/call-shape',
      'tool/arguments-are-strings',
    ),
  ],
  '2.4': [
    must(
      '| type | string | no | constant function; default function |',
      `${TOOL}-type-*`,
      'request/accepts-tools',
    ),
    must('| function | ToolFunction | yes | |', `${TOOL}-function-missing`, `${TOOL}-function-wrong-type`),
    must(
      'ToolFunction: name (string, required), description (string, optional), parameters (FunctionParameters, optional).',
      `${TOOL}-function-name-*`,
      `${TOOL}-function-description-*`,
      `${TOOL}-function-parameters-wrong-type`,
      'request/accepts-tools',
    ),
    must(
      'FunctionParameters: type (string, default object), properties (object with arbitrary members, default empty object), required (array of string).',
      `${TOOL}-function-parameters-*`,
      'request/accepts-tools',
    ),
  ],
  '2.5': [
    must(
      '| type | string | no | constant function; default function |',
      'request/tool-choice-type-*',
      'request/accepts-tool-choice',
    ),
    must(
      '| function | object with name (string, required) | yes | names the function the model must call |',
      'request/tool-choice-function-*',
      'tool/named-choice',
    ),
  ],
  '2.6': [
    must(
      '| type | string | no | one of text, json_object, json_schema; default text |',
      'request/response-format-type-*',
      'request/accepts-response-format',
    ),
    must('| json_schema | JsonSchema | no | |', `${SCHEMA}-wrong-type`, 'request/accepts-response-format'),
    must(
      'JsonSchema: name (string, required), description (string, optional), schema (object with arbitrary members, required), strict (boolean, optional).',
      `${SCHEMA}-*`,
      'request/accepts-response-format',
    ),
  ],
};
