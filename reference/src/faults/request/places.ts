import { schemaOf } from '../../../../src/contract/schemas.ts';

/** A place of the request that the contract constrains. */
export interface Place {
  /** With `*` for any element. */
  pointer: string;
  /** The pointer as part of an id: `messages-role`. */
  slug: string;
  clause: string;
  /** JSON types that are allowed. */
  types: readonly string[];
  values?: readonly string[];
  minimum?: number;
  maximum?: number;
  required: boolean;
}

interface Schema {
  'x-clause'?: string;
  type?: string;
  enum?: string[];
  const?: string;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
}

/** Every constrained place of a completion request, from the published schemas, outer ones first. */
export const PLACES: readonly Place[] = placesIn(
  schemaOf('completion-request') as Schema,
  '',
  '2.1',
  true,
).slice(1);

/** The places at the top level of the body. */
export const FIELDS = PLACES.filter((place) => !place.pointer.slice(1).includes('/'));

/** The places within objects and arrays. */
export const NESTED = PLACES.filter((place) => place.pointer.slice(1).includes('/'));

function placesIn(schema: Schema, pointer: string, clause: string, required: boolean): Place[] {
  const variants = schema.anyOf ?? [schema];
  const types = variants.flatMap((s) => s.type ?? []);
  const values = variants.flatMap((s) => s.enum ?? (s.const ? [s.const] : []));
  const { minimum, maximum } = schema;
  const here: Place = {
    pointer,
    slug: pointer.slice(1).replaceAll('/', '-').replaceAll('*', 'item').replaceAll('_', '-'),
    clause: variants.find((s) => s['x-clause'])?.['x-clause'] ?? clause,
    types,
    required,
    ...(values.length > 0 ? { values } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  return [here, ...variants.flatMap((variant) => within(variant, pointer, here.clause))];
}

function within(schema: Schema, pointer: string, clause: string): Place[] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    placesIn(inner, `${pointer}/${name}`, clause, schema.required?.includes(name) ?? false),
  );
  const element =
    schema.items ?? (typeof schema.additionalProperties === 'object' && schema.additionalProperties);
  return element ? [...members, ...placesIn(element, `${pointer}/*`, clause, true)] : members;
}
