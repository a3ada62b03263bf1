import { ABSENT, present, replaced } from '../../change/pointer.ts';
import { beforeValidation, lenient, statusOf } from '../../change/requests.ts';
import type { Fault } from '../../deviation.ts';
import { PLACES, type Place } from './places.ts';
import { faultAt, harmless, violates } from './written.ts';

/** Without these a wrong option is suspected: even the minimal request has them. */
const PLAINEST = ['/messages/*/content', '/max_tokens', '/reasoning_effort'];

const enumerated = PLACES.filter((place) => place.values);
const demanded = PLACES.filter((place) => place.required && !place.pointer.endsWith('*'));

/** Listed values are accepted in another spelling. */
const readAs = (place: Place, what: string, how: string, read: (text: string) => string) =>
  faultAt(
    place,
    `${what}-ignored`,
    `${place.pointer.slice(1)} is also accepted ${how}`,
    beforeValidation(
      place.pointer,
      present((value) => {
        const known = typeof value === 'string' ? read(value) : value;
        return typeof known === 'string' && place.values!.includes(known) ? known : value;
      }),
    ),
  );

/** Enumerations and required members: not enforced, too tolerant, too strict. */
export const values: readonly Fault[] = [
  ...enumerated.map((place) =>
    faultAt(
      place,
      'enumeration-ignored',
      `${place.pointer.slice(1)} may be any string`,
      lenient(
        place.pointer,
        (value) => typeof value === 'string' && !place.values!.includes(value),
        place.required ? harmless(place) : ABSENT,
      ),
    ),
  ),
  ...enumerated.flatMap((place) => [
    readAs(place, 'case', 'in capitals', (text) => text.toLowerCase()),
    readAs(place, 'spaces', 'with surrounding spaces', (text) => text.trim()),
  ]),
  {
    kind: 'fault',
    id: 'request/tool-choice-any-accepted',
    clause: '2.1',
    level: 'should',
    title: 'tool_choice any is accepted and read as required',
    expects: ['request/openai-values'],
    change: beforeValidation('/tool_choice', (value) => (value === 'any' ? 'required' : value)),
  },
  {
    kind: 'fault',
    id: 'request/tool-choice-bare-name-accepted',
    clause: '2.1',
    level: 'must',
    title: 'tool_choice may be the bare name of a function',
    expects: ['request/tool-choice-unknown-value'],
    change: beforeValidation('/tool_choice', (value) =>
      typeof value === 'string' && value.startsWith('get_')
        ? { type: 'function', function: { name: value } }
        : value,
    ),
  },
  ...enumerated
    .filter((_, i) => i % 2 === 0)
    .map((place) =>
      faultAt(
        place,
        'enumeration-500',
        `${place.pointer.slice(1)} outside its enumeration causes a server error (500)`,
        statusOf(violates(place, /enum|const|anyOf/), 500),
        { clause: '7.3' },
      ),
    ),
  ...enumerated.flatMap((place) =>
    place
      .values!.filter((value) => value !== 'user')
      .map((value) =>
        faultAt(
          place,
          `${value.replaceAll('_', '-')}-refused`,
          `${place.pointer.slice(1)} ${value} is rejected`,
          beforeValidation(
            place.pointer,
            present((old) => (old === value ? 'refused' : old)),
          ),
          {
            level: refusalLevel(place),
            expects: ['request/*', 'reasoning/*', 'client/*', 'billing/*', 'tool/*'],
          },
        ),
      ),
  ),
  ...demanded.map((place) =>
    faultAt(
      place,
      'not-required',
      `${place.pointer.slice(1)} is not required`,
      lenient(place.pointer, (value) => value === undefined, harmless(place)),
    ),
  ),
  ...demanded
    .filter((_, i) => i % 3 === 0)
    .map((place) =>
      faultAt(
        place,
        'missing-500',
        `a request without ${place.pointer.slice(1)} causes a server error (500)`,
        statusOf(violates(place, /^required$/), 500),
        { clause: '7.3' },
      ),
    ),
  ...PLACES.filter((place) => !place.required && !PLAINEST.includes(place.pointer)).map((place) =>
    faultAt(
      place,
      'refused',
      `${place.pointer.slice(1)} is rejected with any value`,
      beforeValidation(place.pointer, replaced(place.types.includes('object') ? 0 : {})),
      {
        level: refusalLevel(place),
        expects: ['request/*', 'reasoning/*', 'client/*', 'billing/*', 'tool/*'],
      },
    ),
  ),
];

/** The object form of tool_choice is unknown to the second published description: no more than a warning. */
function refusalLevel({ pointer }: (typeof PLACES)[number]): Fault['level'] {
  return pointer.startsWith('/tool_choice/') ? 'should' : 'must';
}
