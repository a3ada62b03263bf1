import { type Edit, present } from '../../change/pointer.ts';
import { about, beforeValidation, statusOf, tolerated } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import { isBound, valueAt } from './odd.ts';
import { FIELDS, type Place } from './places.ts';
import { concerning, faultAt } from './written.ts';

const numbers = (edit: (value: number) => number): Edit =>
  present((value) => (typeof value === 'number' ? edit(value) : value));

/** One bound of a field: its side, and the values beyond it. */
interface Bound {
  place: Place;
  field: string;
  word: 'minimum' | 'maximum';
  side: 'below' | 'above';
  limit: number;
  /** +1 where larger values are beyond, -1 where smaller ones are. */
  sign: 1 | -1;
}

const bounds: readonly Bound[] = FIELDS.flatMap((place): Bound[] => {
  const field = place.pointer.slice(1);
  const both: Bound[] = [];
  if (place.minimum !== undefined)
    both.push({ place, field, word: 'minimum', side: 'below', limit: place.minimum, sign: -1 });
  if (place.maximum !== undefined)
    both.push({ place, field, word: 'maximum', side: 'above', limit: place.maximum, sign: 1 });
  return both;
});

const NUMBERS = new Set(
  FIELDS.filter(({ types }) => types.some((t) => t === 'integer' || t === 'number')).map(
    ({ pointer }) => pointer,
  ),
);

const fault = (bound: Bound, what: string, title: string, edit: Edit) =>
  faultAt(bound.place, what, `${bound.field}: ${title}`, beforeValidation(`/${bound.field}`, edit), {
    clause: '2.1',
    expects: concerning(bound.place, 'status/named'),
  });

/** Integers have their next neighbor at a distance of 1; other numbers very near. */
const step = (bound: Bound) => (bound.place.types.includes('integer') ? 1 : 1e-9);

const beyond = (bound: Bound, value: number) => bound.sign * (value - bound.limit) > 0;

/** One side of each field is enough to see clamping. */
const clampable = (bound: Bound) => bound.sign > 0 || bound.place.maximum === undefined;

/** Bounds: ignored, one off on either side, clamped instead of rejected, and rejected with another status. */
export const boundsOf: readonly Fault[] = [
  ...bounds.map((bound) =>
    fault(
      bound,
      `${bound.side}-ignored`,
      `values ${bound.side} ${bound.limit} are accepted`,
      numbers((value) => (beyond(bound, value) ? 1 : value)),
    ),
  ),
  ...bounds.map((bound) =>
    fault(
      bound,
      `${bound.word}-refused`,
      `${bound.limit} itself is rejected although it is within the bounds`,
      numbers((value) => (value === bound.limit ? value + bound.sign * step(bound) : value)),
    ),
  ),
  ...bounds.map((bound) =>
    fault(
      bound,
      `${bound.side}-one-off`,
      `values just ${bound.side} ${bound.limit} are accepted`,
      numbers((value) => (beyond(bound, value) && Math.abs(value - bound.limit) <= 1 ? 1 : value)),
    ),
  ),
  ...bounds.filter(clampable).map((bound) =>
    fault(
      bound,
      `${bound.side}-clamped`,
      `values ${bound.side} ${bound.limit} are clamped instead of rejected`,
      numbers((value) => (beyond(bound, value) ? bound.limit : value)),
    ),
  ),
  ...bounds.flatMap((bound) =>
    [400, ...(bound.sign < 0 ? [500] : [403])].map((status) =>
      faultAt(
        bound.place,
        `${bound.side}-${status}`,
        `${bound.field} ${bound.side} ${bound.limit} is rejected with ${status} instead of 422`,
        statusOf(
          (refusal) =>
            about(refusal, new RegExp(`^/${bound.field}$`)) && refusal.violations![0]!.keyword === bound.word,
          status,
        ),
        { clause: '7.3', expects: concerning(bound.place, 'status/named') },
      ),
    ),
  ),
  ...faults('must', 'request/*', [
    [
      'request/bounds-with-tolerance',
      '7.3',
      'numbers beyond a bound by a hundred-thousandth are accepted',
      tolerated((violation, body) => {
        const value = valueAt(violation, body);
        const beyond = Math.abs(value - Math.round(value));
        return isBound(violation) && beyond > 0 && beyond < 1e-5;
      }),
    ],
    [
      'request/top-p-in-percent',
      '7.3',
      'top_p from 2 to 100 is read as a percentage',
      beforeValidation(
        '/top_p',
        numbers((value) => (value >= 2 && value <= 100 ? value / 100 : value)),
      ),
    ],
    [
      'request/top-logprobs-alone-unchecked',
      '7.3',
      'top_logprobs is validated only if logprobs are requested',
      tolerated(({ pointer }, { logprobs }) => pointer === '/top_logprobs' && logprobs !== true),
    ],
    [
      'request/false-for-numbers',
      '7.3',
      'false is accepted for every number',
      tolerated(({ pointer }, body) => NUMBERS.has(pointer) && body[pointer.slice(1)] === false),
    ],
  ]),
];
