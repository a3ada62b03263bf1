import { ABSENT, type Edit, isObject, present } from '../../change/pointer.ts';
import { beforeValidation, lenient, statusOf } from '../../change/requests.ts';
import type { Fault } from '../../deviation.ts';
import { FIELDS, NESTED, PLACES, type Place } from './places.ts';
import { concerning, faultAt, harmless, violates, wrongType } from './written.ts';

const name = (place: Place) => place.pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.');

/** Conversions of invalid values, by the required type. */
const COERCIONS: Readonly<Record<string, readonly [what: string, edit: Edit]>> = {
  string: ['a number', (v) => (typeof v === 'number' ? String(v) : v)],
  number: [
    'a number in quotes',
    (v) => (typeof v === 'string' && v.trim() && !Number.isNaN(+v) ? Number(v) : v),
  ],
  integer: ['a number in quotes', (v) => (typeof v === 'string' && /^-?\d+$/.test(v) ? Number(v) : v)],
  boolean: ['"true" and "false"', (v) => (v === 'true' ? true : v === 'false' ? false : v)],
  object: ['an empty list', (v) => (Array.isArray(v) && v.length === 0 ? {} : v)],
};

/** Conversions of languages in which booleans are numbers. */
const NUMBERED: Readonly<Record<string, readonly [what: string, edit: Edit]>> = {
  number: ['a boolean', (v) => (typeof v === 'boolean' ? Number(v) : v)],
  integer: ['a boolean', (v) => (typeof v === 'boolean' ? Number(v) : v)],
  boolean: ['1 or 0', (v) => (v === 1 ? true : v === 0 ? false : v)],
};

/** Short forms that some services take for the value itself. */
const SHORTHANDS: Readonly<Record<string, readonly [what: string, edit: Edit]>> = {
  '/messages': ['one message', (v) => (isObject(v) ? [v] : v)],
  '/messages/*': ['a text', (v) => (typeof v === 'string' ? { role: 'user', content: v } : v)],
  '/tools': ['one tool', (v) => (isObject(v) ? [v] : v)],
  '/response_format': ['a text', (v) => (typeof v === 'string' ? { type: 'text' } : v)],
  '/tool_choice/function': ['a text', (v) => (typeof v === 'string' ? { name: 'get_weather' } : v)],
};

const coerced = [
  ...FIELDS.filter(
    (place) =>
      COERCIONS[place.types[0]!] && place.types.length === 1 && !place.values && place.pointer !== '/model',
  ),
  ...NESTED.filter((place) => /content$|arguments$|strict$|\/parameters$|logit_bias/.test(place.pointer)),
];

/** Wrong types: accepted, converted, truncated to an integer, or rejected with another status. */
export const types: readonly Fault[] = [
  ...PLACES.map((place) =>
    faultAt(
      place,
      'type-ignored',
      `${name(place)} of any type is accepted`,
      lenient(place.pointer, wrongType(place), place.required ? harmless(place) : ABSENT),
    ),
  ),
  ...coerced.map((place): Fault => {
    const [what, edit] = COERCIONS[place.types[0]!]!;
    return faultAt(
      place,
      'coerced',
      `${name(place)}: ${what} is converted to ${place.types[0]}`,
      beforeValidation(place.pointer, present(edit)),
    );
  }),
  ...coerced
    .filter(({ types: [type], pointer }) => NUMBERED[type!] && !pointer.includes('logit_bias'))
    .map((place): Fault => {
      const [what, edit] = NUMBERED[place.types[0]!]!;
      return faultAt(
        place,
        'boolean-is-number',
        `${name(place)}: ${what} is converted to ${place.types[0]}`,
        beforeValidation(place.pointer, present(edit)),
      );
    }),
  ...PLACES.filter(({ pointer }) => SHORTHANDS[pointer]).map((place): Fault => {
    const [what, edit] = SHORTHANDS[place.pointer]!;
    return faultAt(
      place,
      'short-form',
      `${name(place)}: ${what} is taken for ${place.types[0]}`,
      beforeValidation(place.pointer, present(edit)),
      { expects: [...concerning(place), 'request/drawn-violations'] },
    );
  }),
  ...NESTED.filter((place) => place.pointer.endsWith('/function/arguments')).map((place) =>
    faultAt(
      place,
      'object-taken',
      `${name(place)}: an object is taken for its JSON`,
      beforeValidation(
        place.pointer,
        present((v) => (isObject(v) ? JSON.stringify(v) : v)),
      ),
    ),
  ),
  ...FIELDS.filter((place) => place.types.includes('integer')).map((place) =>
    faultAt(
      place,
      'fraction-cut',
      `${name(place)}: a fraction is truncated instead of rejected`,
      beforeValidation(
        place.pointer,
        present((v) => (typeof v === 'number' ? Math.max(1, Math.trunc(v)) : v)),
      ),
    ),
  ),
  ...FIELDS.map((place) =>
    faultAt(
      place,
      'type-400',
      `${name(place)} of a wrong type is rejected with 400 instead of 422`,
      statusOf(violates(place, /type|anyOf/), 400),
      { clause: '7.3' },
    ),
  ),
  ...[...FIELDS.filter((_, i) => i % 7 === 0), ...NESTED.filter((_, i) => i % 10 === 0)].map((place) =>
    faultAt(
      place,
      'type-500',
      `${name(place)} of a wrong type causes a server error (500)`,
      statusOf(violates(place, /type|anyOf/), 500),
      { clause: '7.3' },
    ),
  ),
];
