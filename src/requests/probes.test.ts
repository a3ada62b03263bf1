import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import type { JsonSchema } from '../contract/schemas.ts';
import { validate } from '../contract/schemas.ts';
import { constraintsOf, nameOf, requestConstraints } from './constraints.ts';
import { kindOf, probeId, probesOf } from './probes.ts';

const constraints = requestConstraints();

describe.each(constraints.filter(({ path }) => path.length > 0).map((c) => [nameOf(c), c] as const))(
  '%s',
  (_, c) => {
    const { control, probes } = probesOf(c, 'm');

    test('is broken by probes that differ from a valid control in one thing', () => {
      expect(probes.length).toBeGreaterThan(0);
      expect(validate('completion-request', control.body)).toEqual([]);
      for (const { body } of probes) {
        const broken = validate('completion-request', body);
        // What has no member at all lacks every one of them.
        const all = Object.keys(body).length === 0 ? ['required', 'required'] : [c.keyword];
        expect(broken.map((v) => v.keyword)).toEqual(all);
        expect(broken[0]!.clause).toBe(c.clause);
        expect(validate('completion-request-second', body)).not.toEqual([]);
      }
    });

    test('has its check', () => {
      expect(CHECKS.filter((check) => check.id === probeId(c))).toHaveLength(1);
    });
  },
);

test('a broken limit stands alone under either of its names, but for one that may be refused beside the other', () => {
  const limits = constraints.filter(({ path }) => ['max_tokens', 'max_completion_tokens'].includes(path[0]!));
  const sent = limits.flatMap((c) => probesOf(c, 'm').probes);
  const alone = sent.filter(({ mayBeRefused }) => !mayBeRefused);
  expect(alone.length).toBeGreaterThan(1);
  for (const { body } of alone) expect('max_tokens' in body).toBe(!('max_completion_tokens' in body));
  const [beside, ...others] = sent.filter(({ mayBeRefused }) => mayBeRefused).map(({ body }) => body);
  expect(beside).toMatchObject({ max_tokens: 1, max_completion_tokens: {} });
  expect(others).toEqual([]);
});

test.each([
  ['/stream type', ['', 'true', 1, {}]],
  ['/seed type', ['', '1', 1.5, true, {}]],
  ['/user type', [0, false, {}]],
  ['/tools type', [{ function: { name: 'sample' } }, 'text', 0, false]],
  ['/tool_choice enum', ['', 'REQUIRED', 'get_weather']],
  ['/messages/*/role enum', ['', 'TOOL']],
])('%s is broken by what is taken for a value, and by what is taken for nothing: %j', (name, wanted) => {
  const c = constraints.find((one) => nameOf(one) === name)!;
  const said = probesOf(c, 'm').probes.map(({ what }) => what.replace(/^.* is /, ''));
  expect(said).toEqual(expect.arrayContaining(wanted.map((value) => JSON.stringify(value))));
});

test('a number is named as it was sent', () => {
  const c = constraints.find((one) => nameOf(one) === '/temperature minimum')!;
  const { probes } = probesOf(c, 'm');
  expect(probes.map(({ what }) => what)).toEqual(['temperature is -0.0001', 'temperature is -1e+10']);
  for (const { body, text, what } of probes)
    expect(text ?? JSON.stringify(body)).toContain(what.replace('temperature is ', '"temperature":'));
});

test('constraints are found at every depth, in unions and maps too', () => {
  const names = constraints.map(nameOf);
  for (const wanted of [
    '/ type',
    '/model required',
    '/zzz_unknown_field additionalProperties',
    '/stop/* type',
    '/logit_bias/* type',
    '/tool_choice enum',
    '/tool_choice/function/name required',
    '/messages/*/tool_calls/*/type const',
    '/response_format/json_schema/strict type',
  ])
    expect(names).toContain(wanted);
  expect(new Set(names).size).toBe(names.length);
});

test('a field that is added to the schema has its constraints without more ado', () => {
  const schema: JsonSchema = {
    'x-clause': '2.1',
    type: 'object',
    properties: { patience: { type: 'integer', minimum: 3, maximum: 9 } },
  };
  expect(constraintsOf(schema).map(nameOf)).toEqual([
    '/ type',
    '/patience type',
    '/patience minimum',
    '/patience maximum',
  ]);
});

test.each([
  ['/temperature maximum', 'bound'],
  ['/n type', 'bound'],
  ['/reasoning_effort enum', 'enumeration'],
  ['/stop/* type', 'nested'],
  ['/messages/*/role required', 'nested'],
  ['/model required', 'missing'],
  ['/zzz_unknown_field additionalProperties', 'unknown'],
])('%s is judged as %s', (name, kind) => {
  expect(kindOf(constraints.find((c) => nameOf(c) === name)!)).toBe(kind);
});
