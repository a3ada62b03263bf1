import { SECOND_MODEL } from '../../catalogue.ts';
import { isObject, present } from '../../change/pointer.ts';
import { beforeValidation } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';

/** Good requests that are refused all the same. */
export const refusedGood: readonly Fault[] = faults(
  'must',
  [
    'request/*',
    'status/named',
    'path/completion',
    'accounting/completions',
    'billing/empty-wallet-completion',
  ],
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
      'request/second-message-of-a-role-refused',
      '2.2',
      'a conversation with a second user message is refused',
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
      'an assistant message needs content, even beside tool calls',
      beforeValidation('/messages/*', (value) =>
        isObject(value) && value.role === 'assistant' && value.content === undefined ? 0 : value,
      ),
    ],
    [
      'request/non-ascii-refused',
      '2.2',
      'text beyond ASCII is refused',
      beforeValidation(
        '/messages/*/content',
        present((value) => (typeof value === 'string' && [...value].some((c) => c > '\u007f') ? 0 : value)),
      ),
    ],
    [
      'request/integral-temperature-refused',
      '2.1',
      'temperature 1 is refused because it is no float',
      beforeValidation(
        '/temperature',
        present((value) => (value === 1 ? '1' : value)),
      ),
    ],
    [
      'request/n-above-one-refused',
      '2.1',
      'only one choice can be had',
      beforeValidation(
        '/n',
        present((value) => (value === 1 || typeof value !== 'number' ? value : 0)),
      ),
    ],
    [
      'request/second-model-without-tools',
      '2.3',
      'a further model refuses tools',
      beforeValidation('', (body) =>
        isObject(body) && body.model === SECOND_MODEL && body.tools !== undefined
          ? { ...body, tools: 0 }
          : body,
      ),
      { settings: { otherModels: [SECOND_MODEL] } },
    ],
  ],
);
