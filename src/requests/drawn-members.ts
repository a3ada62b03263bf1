import fc from 'fast-check';
import { type JsonSchema, schemaOf } from '../contract/schemas.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import type { Json } from './edit.ts';
import { BRIEF, conversation } from './prompts.ts';

/** Members whose values need a suitable conversation, or cost more: only planned requests have them. */
const PLANNED_ONLY = new Set([
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'tools',
  'tool_choice',
  'response_format',
  'reasoning_effort',
  'top_logprobs',
]);

/** Values for members whose schema allows more than a real service expects. */
const PLAUSIBLE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  stop: fc.oneof(fc.constantFrom('e', 'end'), fc.subarray(['e', 'a', 'o', 'i'], { minLength: 1 })),
  logit_bias: fc.dictionary(fc.constantFrom('9906', '15339'), fc.integer({ min: -5, max: 5 }), {
    maxKeys: 2,
  }),
  seed: fc.integer({ min: 0, max: 2_147_483_647 }),
  user: fc.constantFrom('conformance-user-1', 'u'),
};

/**
 * Optional members with valid values, any of them absent. They come from the schema: bounded numbers are within
 * their bounds and often at them. Shrinks towards fewer members and smaller values.
 */
export function optionalMembers(): fc.Arbitrary<Json> {
  const names = Object.keys(schemaOf('completion-request').properties ?? {});
  const drawn = names.filter((name) => !PLANNED_ONLY.has(name));
  const model = Object.fromEntries(drawn.map((name) => [name, valuesOf(name)]));
  return fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Json>;
}

/** Valid values of a member of the request, drawn from its schema. */
export function valuesOf(name: string): fc.Arbitrary<unknown> {
  return PLAUSIBLE[name] ?? fromSchema(schemaOf('completion-request').properties?.[name] as JsonSchema);
}

/** Values that match a schema of a scalar type. */
function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum, maximum } = schema;
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const range = {
    ...(minimum === undefined ? {} : { min: minimum }),
    ...(maximum === undefined ? { max: (minimum ?? 0) + 100 } : { max: maximum }),
  };
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.constantFrom(...bounds), fc.integer(range));
    case 'number':
      // Real requests have at most four decimals.
      return fc.oneof(
        fc.constantFrom(...bounds),
        fc
          .integer({ min: Math.ceil((range.min ?? -100) * 10_000), max: Math.floor(range.max * 10_000) })
          .map((x) => x / 10_000),
      );
    default:
      return fc.constant('text');
  }
}

/** Valid requests with drawn members: the same seed yields the same ones. */
export function drawnRows(model: string, seed: number, count: number): PlannedCompletion[] {
  return fc.sample(optionalMembers(), { seed, numRuns: count }).map((members, i) => {
    const id = `drawn-${String(i + 1).padStart(2, '0')}`;
    const body = { model, messages: conversation('plain', BRIEF, i), max_tokens: 2, ...members };
    return planned(id, `drawn members ${i + 1}`, body);
  });
}
