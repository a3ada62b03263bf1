import { ABSENT, present, replaced } from '../../change/pointer.ts';
import { about, beforeValidation, lenient, statusOf } from '../../change/requests.ts';
import type { Fault } from '../../deviation.ts';
import { harmless } from './json.ts';
import { PLACES } from './places.ts';

const enumerated = PLACES.filter((place) => place.values);
const demanded = PLACES.filter((place) => place.required && !place.pointer.endsWith('*'));

/** Enumerations and required members: not enforced, too tolerant, too strict. */
export const values: readonly Fault[] = [
  ...enumerated.map(
    (place): Fault => ({
      kind: 'fault',
      id: `request/${place.slug}-enumeration-ignored`,
      clause: place.clause,
      level: 'must',
      title: `${place.pointer.slice(1)} may be any string`,
      expects: [`request/*${place.slug}*`],
      change: lenient(
        place.pointer,
        (value) => typeof value === 'string' && !place.values!.includes(value),
        place.required ? harmless(place) : ABSENT,
      ),
    }),
  ),
  ...enumerated.map(
    (place): Fault => ({
      kind: 'fault',
      id: `request/${place.slug}-case-ignored`,
      clause: place.clause,
      level: 'must',
      title: `${place.pointer.slice(1)} is taken in capitals too`,
      expects: [`request/*${place.slug}*`],
      change: beforeValidation(
        place.pointer,
        present((value) => {
          const lower = typeof value === 'string' ? value.toLowerCase() : value;
          return typeof lower === 'string' && place.values!.includes(lower) ? lower : value;
        }),
      ),
    }),
  ),
  ...enumerated.map(
    (place): Fault => ({
      kind: 'fault',
      id: `request/${place.slug}-enumeration-500`,
      clause: '7.3',
      level: 'must',
      title: `${place.pointer.slice(1)} outside its enumeration makes the service stumble (500)`,
      expects: [`request/*${place.slug}*`],
      change: statusOf(
        (refusal) =>
          about(refusal, new RegExp(`^${place.pointer.replaceAll('*', '[^/]+')}$`)) &&
          /enum|const|anyOf/.test(refusal.violations![0]!.keyword),
        500,
      ),
    }),
  ),
  ...enumerated.flatMap((place) =>
    place.values!.map(
      (value): Fault => ({
        kind: 'fault',
        id: `request/${place.slug}-${value.replaceAll('_', '-')}-refused`,
        clause: place.clause,
        level: 'must',
        title: `${place.pointer.slice(1)} ${value} is refused`,
        expects: ['request/*'],
        change: beforeValidation(
          place.pointer,
          present((old) => (old === value ? 'refused' : old)),
        ),
      }),
    ),
  ),
  ...demanded.map(
    (place): Fault => ({
      kind: 'fault',
      id: `request/${place.slug}-not-required`,
      clause: place.clause,
      level: 'must',
      title: `${place.pointer.slice(1)} may be left out`,
      expects: [`request/*${place.slug}*`],
      change: beforeValidation(place.pointer, (old) => (old === undefined ? harmless(place) : old)),
    }),
  ),
  ...demanded.map(
    (place): Fault => ({
      kind: 'fault',
      id: `request/${place.slug}-missing-500`,
      clause: '7.3',
      level: 'must',
      title: `a request without ${place.pointer.slice(1)} makes the service stumble (500)`,
      expects: [`request/*${place.slug}*`],
      change: statusOf((refusal) => {
        const parent = place.pointer.slice(0, place.pointer.lastIndexOf('/')).replaceAll('*', '[^/]+');
        return (
          about(refusal, new RegExp(`^(${parent}|${place.pointer.replaceAll('*', '[^/]+')})$`)) &&
          refusal.violations![0]!.keyword === 'required'
        );
      }, 500),
    }),
  ),
  ...PLACES.filter((place) => !place.required && place.pointer !== '/reasoning_effort').map(
    (place): Fault => ({
      kind: 'fault',
      id: `request/${place.slug}-refused`,
      clause: place.clause,
      level: 'must',
      title: `${place.pointer.slice(1)} is refused whatever its value`,
      expects: ['request/*'],
      change: beforeValidation(place.pointer, replaced(place.types.includes('object') ? 0 : {})),
    }),
  ),
];
