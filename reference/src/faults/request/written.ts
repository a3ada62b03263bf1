import type { Change } from '../../behaviour.ts';
import { PLAIN_MODEL } from '../../catalogue.ts';
import { isObject } from '../../change/pointer.ts';
import { beforeValidation } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';

/** Rejects valid requests with a certain JSON notation. */
const refusedAsWritten =
  (is: (text: string) => boolean): Change =>
  (before) => ({
    violations: (found, body, request) => {
      const violations = before.violations(found, body, request);
      if (violations.length > 0 || !is(textOf(request))) return violations;
      return [{ pointer: '/messages', keyword: 'type', message: 'Input should be a valid list' }];
    },
  });

const textOf = ({ body }: ServiceRequest): string => new TextDecoder().decode(body);

/** Valid requests that are rejected for their JSON notation. */
export const written: readonly Fault[] = faults(
  'must',
  ['request/*'],
  [
    [
      'request/model-has-to-be-first',
      '2.1',
      'a body with messages before model is rejected',
      refusedAsWritten((text) => text.indexOf('"messages":') < text.indexOf('"model":')),
    ],
    [
      'request/escapes-refused',
      '2.2',
      'text with JSON escapes is rejected',
      refusedAsWritten((text) => /\\u[0-9a-f]{4}/.test(text)),
    ],
    [
      'request/space-before-body-refused',
      '2.1',
      'a body with leading white space is rejected',
      refusedAsWritten((text) => !text.startsWith('{')),
    ],
    [
      'request/indented-refused',
      '2.1',
      'a body of more than one line is rejected',
      refusedAsWritten((text) => /\n\s*"/.test(text)),
    ],
    [
      'request/nothing-filled-up',
      '2.1',
      'an empty object is completed with a default model and message',
      beforeValidation('', (body) =>
        isObject(body) && Object.keys(body).length === 0
          ? { model: PLAIN_MODEL, messages: [{ role: 'user', content: 'Hello.' }], max_tokens: 1 }
          : body,
      ),
    ],
  ],
);
