import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS, type SchemaName } from './documents.ts';
import { schemaOf, validate, validateResponse } from './schemas.ts';

const plain = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

test.each(Object.keys(DOCUMENTS) as SchemaName[])('%s compiles strictly and names its clause', (name) => {
  expect(() => validate(name, {})).not.toThrow();
  expect(new Ajv2020({ strict: false }).validateSchema(schemaOf(name))).toBe(true);
  expect(schemaOf(name)['x-clause']).toMatch(/^\d(\.\d+)?$/);
  expect(JSON.stringify(schemaOf(name))).not.toContain('$ref');
});

describe('one mistake is one violation, with its place and its clause', () => {
  test.each([
    [{}, []],
    [{ temperature: 2.0001 }, ['/temperature maximum 2.1']],
    [{ stop: 7 }, ['/stop type 2.1']],
    [{ stop: ['a', 7] }, ['/stop/1 type 2.1']],
    [{ stop: null, tool_choice: null }, []],
    [{ tool_choice: 'any' }, ['/tool_choice enum 2.1']],
    [{ tool_choice: 7 }, ['/tool_choice type 2.1']],
    [{ tool_choice: { function: {} } }, ['/tool_choice/function/name required 2.5']],
    [{ tool_choice: { type: 7, function: { name: 'f' } } }, ['/tool_choice/type type 2.5']],
    [{ logit_bias: { '5': 1.5 } }, ['/logit_bias/5 type 2.1']],
    [{ messages: [{ role: 'wizard' }] }, ['/messages/0/role enum 2.2']],
    [
      { tools: [{ function: { name: 'f', parameters: { required: [1] } } }] },
      ['/tools/0/function/parameters/required/0 type 2.4'],
    ],
    [{ 'a/b': 1 }, ['/a~1b additionalProperties 2.1']],
    [{ __proto__x: 1 }, ['/__proto__x additionalProperties 2.1']],
  ])('%j', (members, expected) => {
    const found = validate('completion-request', { ...plain, ...members });
    expect(found.map((v) => `${v.pointer} ${v.keyword} ${v.clause}`)).toEqual(expected);
  });
});

test('a member of the prototype is not a member', () => {
  const value = JSON.parse('{"model":"m","messages":[],"__proto__":{"n":1}}');
  expect(validate('completion-request', value).map((v) => v.keyword)).toEqual(['additionalProperties']);
});

test('null for an optional member of a response is told apart from null for a required one', () => {
  const { violations, nulls } = validateResponse('completion-response', {
    id: 'c1',
    created: null,
    model: 'm',
    usage: null,
    choices: [{ index: 0, message: { role: 'assistant', content: null }, finish_reason: null }, null],
  });
  expect(violations.map((v) => v.pointer)).toEqual(['/created', '/choices/1']);
  expect(nulls.map((v) => v.pointer)).toEqual(
    expect.arrayContaining(['/usage', '/choices/0/message/content', '/choices/0/finish_reason']),
  );
});

test('the second description takes null and its own members, and lacks three of the first', () => {
  const second = (members: object) => validate('completion-request-second', { ...plain, ...members });
  expect(second({ temperature: null, timeout: 1.5, functions: ['f'], function_call: null })).toEqual([]);
  expect(second({ max_completion_tokens: 5 }).map((v) => v.keyword)).toEqual(['additionalProperties']);
});

test('at most 1,000 errors of one constraint are reported', () => {
  const choices = Array(50_000).fill({ a: 1 });
  const { violations } = validateResponse('completion-response', { id: 'c', choices });
  expect(violations.length).toBeLessThan(10_000);
  for (const member of ['index', 'message'])
    expect(violations).toContainEqual(expect.objectContaining({ pointer: `/choices/0/${member}` }));
});
