import { PLAIN_MODEL } from '../../catalogue.ts';
import type { Place } from './places.ts';

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
