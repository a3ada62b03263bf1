import { isObject } from '../../change/pointer.ts';
import { beforeValidation } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import { named } from './refused-good.ts';

const replaysCalls = ({ messages }: Record<string, unknown>) =>
  Array.isArray(messages) &&
  messages.some((message) => isObject(message) && message.tool_calls !== undefined);

/** Rejects a combination of members that are accepted individually. */
const together = (are: (body: Record<string, unknown>) => boolean) =>
  beforeValidation('', (body) => (isObject(body) && are(body) ? { ...body, model: 0 } : body));

/** Valid requests whose rejection is only a warning: services differ in allowed combinations. */
export const refusedTogether: readonly Fault[] = faults(
  'should',
  ['request/*', 'status/named'],
  [
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
  ],
);
