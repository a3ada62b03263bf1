import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { chance } from '../chance.ts';
import { sampleJson } from './sample-json.ts';

const NODE = {
  type: 'object',
  properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
  required: ['next'],
};

describe('a sample fits its schema', () => {
  it.each<object>([
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } }, required: ['a', 'b'] },
    { type: 'object', properties: { a: { type: 'integer' } } },
    { type: 'object', required: ['free'] },
    { type: 'array', items: { type: 'integer', minimum: 3, maximum: 5 }, minItems: 2, maxItems: 4 },
    { type: 'array', maxItems: 0 },
    { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 },
    { type: 'integer', maximum: -7 },
    { type: 'integer', multipleOf: 10, minimum: 11 },
    { type: 'number', minimum: 0, maximum: 0.4 },
    { type: 'string', minLength: 12, maxLength: 14 },
    { type: 'string', maxLength: 1 },
    { type: ['null', 'string'] },
    { enum: ['red', 3, null] },
    { const: { deep: [1] } },
    { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
    {
      allOf: [{ properties: { a: { type: 'null' } }, required: ['a'] }, { $ref: '#/$defs/b' }],
      $defs: { b: { required: ['b'], properties: { b: { const: 1 } } } },
    },
    { $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'boolean' } } },
    NODE,
    {},
  ])('%j', (schema) => {
    const fits = new Ajv2020({ strict: false, formats: {} }).compile(schema);
    for (let seed = 0; seed < 20; seed++) {
      const value = sampleJson(schema, chance(`${seed}`));
      expect([value, fits(value)]).toEqual([value, true]);
    }
  });

  it.each<object>([
    { allOf: [{ $ref: '#' }] },
    { type: 'array', minItems: 1e9 },
    { minLength: 1e9 },
    { properties: { a: { $ref: '#' } }, required: ['a'] },
    { properties: { a: 5 }, required: ['a', '__proto__'] },
  ])('and a schema that no value of sensible size fits, %j, is soon given up', (schema) => {
    expect(JSON.stringify(sampleJson(schema, chance('x'))).length).toBeLessThan(50_000);
  });
});
