import type { Change } from '../../behaviour.ts';
import { PLAIN_MODEL } from '../../catalogue.ts';
import { isObject } from '../../change/pointer.ts';
import { about, beforeValidation } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { Refusal } from '../../refusal.ts';
import type { Place } from './places.ts';

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
export const written: readonly Fault[] = faults('must', 'request/*', [
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
]);

/** The JSON type of a value; integers are distinguished from other numbers as far as a parsed number allows. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** True for a value of a type that the place does not allow. Null is excluded: some services read it as absent. */
export function wrongType(place: Place): (value: unknown) => boolean {
  return (value) => {
    const type = typeOf(value);
    if (type === 'null' || type === 'undefined' || place.types.includes(type)) return false;
    return !(type === 'integer' && place.types.includes('number'));
  };
}

const TOOL_CALL = { id: 'call_1', function: { name: 'f', arguments: '{}' } };

const HARMLESS: Readonly<Record<string, unknown>> = {
  '/model': PLAIN_MODEL,
  '/messages': [{ role: 'user', content: 'hi' }],
  '/messages/*': { role: 'user', content: 'hi' },
  '/messages/*/role': 'user',
  '/messages/*/tool_calls/*': TOOL_CALL,
  '/messages/*/tool_calls/*/function': TOOL_CALL.function,
  '/messages/*/tool_calls/*/function/arguments': '{}',
  '/stop/*': '####',
  '/logit_bias/*': 0,
  '/tools/*': { function: { name: 'f' } },
  '/tools/*/function': { name: 'f' },
  '/tools/*/function/parameters/required/*': 'x',
  '/tool_choice/function': { name: 'f' },
  '/response_format/json_schema/schema': {},
};

/** A substitute for an invalid value at a required place. */
export function harmless(place: Place): unknown {
  return HARMLESS[place.pointer] ?? 'f';
}

/** Ids of the checks that a fault at this place concerns. */
export function concerning(place: Place, ...more: string[]): [string, ...string[]] {
  return [
    `request/*${place.slug}*`,
    'request/streamed-refusals',
    'request/openai-values',
    'request/null-optional',
    ...more,
  ];
}

/** Whether a rejection concerns a place and one of these keywords of its schema. */
export const violates = (place: Place, keyword: RegExp) => {
  const pointer = new RegExp(`^${place.pointer.replaceAll('*', '[^/]+')}$`);
  return (refusal: Refusal): boolean =>
    about(refusal, pointer) && keyword.test(refusal.violations![0]!.keyword);
};

/** A fault at one place of the request; its id ends in `what`. */
export const faultAt = (
  place: Place,
  what: string,
  title: string,
  change: Change,
  other: Partial<Pick<Fault, 'clause' | 'level' | 'expects'>> = {},
): Fault => ({
  kind: 'fault',
  id: `request/${place.slug}-${what}`,
  clause: place.clause,
  level: 'must',
  title,
  expects: concerning(place),
  change,
  ...other,
});
