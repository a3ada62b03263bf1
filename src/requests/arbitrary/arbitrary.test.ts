import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checks } from '../../../suites/2.1-members.ts';
import { validate } from '../../contract/schemas.ts';
import { runAgainst } from '../../proof/against.ts';
import { nameOf } from '../constraints.ts';
import { drawnRows, optionalMembers } from '../drawn-members.ts';
import { withFewerMembers } from './fewer-members.ts';
import { breakable, breaksOnly, violationsOf } from './violation.ts';

describe('laws of the generators', () => {
  const members = optionalMembers();
  const any = (constraints = breakable()) =>
    fc.oneof(...constraints.map((constraint) => violationsOf(constraint, 'm', 'some')));
  const wrong = any();

  test('the same seed gives the same values', () => {
    for (const arbitrary of [members, wrong]) {
      const draw = () =>
        JSON.stringify(fc.sample<unknown>(arbitrary as fc.Arbitrary<unknown>, { seed: 9, numRuns: 30 }));
      expect(draw()).toBe(draw());
    }
    expect(drawnRows('m', 3, 5)).toEqual(drawnRows('m', 3, 5));
  });

  test('everything valid validates', () => {
    const base = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
    fc.assert(
      fc.property(members, (drawn) => validate('completion-request', { ...base, ...drawn }).length === 0),
      { seed: 1, numRuns: 500 },
    );
  });

  test('every breach is one, and what it was made from is none', () => {
    fc.assert(
      fc.property(wrong, ({ constraint, body, base }) => {
        expect(breaksOnly(constraint, body)).toBe(true);
        expect(validate('completion-request', base)).toEqual([]);
        expect(JSON.parse(JSON.stringify(body))).toEqual(body);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('one limit is broken alone: some refuse both together before they look at their values', () => {
    const newer = breakable().filter(({ path }) => path[0] === 'max_completion_tokens');
    fc.assert(
      fc.property(any(newer), ({ body }) => {
        expect(body.max_tokens).toBeUndefined();
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test('shrinking stays with the constraint', () => {
    const visited = new Set<string>();
    const result = fc.check(
      fc.property(wrong, ({ constraint, body }) => {
        visited.add(nameOf(constraint));
        expect(breaksOnly(constraint, body)).toBe(true);
        return constraint.keyword !== 'maximum';
      }),
      { seed: 4, numRuns: 500 },
    );
    expect(result.failed).toBe(true);
    expect(result.counterexample![0].constraint.keyword).toBe('maximum');
    // Only the violation remains in addition to its host.
    const { body, base } = result.counterexample![0];
    expect(
      Object.keys(body).filter((name) => !['top_p', 'temperature'].includes(name)).length,
    ).toBeLessThanOrEqual(7);
    expect(Object.keys(base).length).toBeLessThanOrEqual(7);
  });
});

describe('a breach in full company', () => {
  const full = breakable().map(
    (constraint) => fc.sample(violationsOf(constraint, 'm', 'full'), { seed: 3, numRuns: 1 })[0]!,
  );

  test.each(full.map((violation) => [nameOf(violation.constraint), violation] as const))(
    '%s is the one thing that is wrong beside every member that may stand there',
    (_, { constraint, body, base }) => {
      expect(validate('completion-request', base)).toEqual([]);
      expect(breaksOnly(constraint, body)).toBe(true);
      const [top = ''] = constraint.path;
      const plain = [
        'temperature',
        'top_p',
        'presence_penalty',
        'frequency_penalty',
        'stop',
        'logit_bias',
        'seed',
      ];
      for (const name of [...plain, 'user', 'n', 'stream'].filter((one) => one !== top))
        expect(body, name).toHaveProperty(name);
      if (base.tool_choice !== undefined) expect(base.tools).toBeDefined();
      if (base.top_logprobs !== undefined && top !== 'logprobs') expect(base.logprobs).toBe(true);
    },
  );

  test('is made smaller until only what it takes is left', async () => {
    const violation = full.find(({ constraint }) => nameOf(constraint) === '/temperature maximum')!;
    const asked: object[] = [];
    const smallest = await withFewerMembers(violation, async ({ body }) => {
      asked.push(body);
      return !('user' in body && 'seed' in body);
    });
    expect(Object.keys(smallest.body).sort()).toEqual(
      ['max_tokens', 'messages', 'model', 'seed', 'temperature', 'user'].sort(),
    );
    expect(smallest.base).not.toHaveProperty('stop');
    expect(asked.length).toBeLessThan(40);
  });
});

/** A service that forgets a bound as soon as another member has a certain value. */
const forgetful = () => ({
  normalize: (body: unknown) => {
    const members = body as Record<string, unknown>;
    if (members?.temperature === 0 && typeof members.top_p === 'number' && members.top_p > 1)
      members.top_p = 1;
    return body;
  },
});

test('a fault that needs two fields together is found and shrunk in the exhaustive profile', {
  timeout: 60_000,
}, async () => {
  const drawn = checks.filter(({ id }) => /drawn-violations|accepts-plain/.test(id));
  const { results } = await runAgainst(drawn, {
    seed: 1,
    changes: [forgetful],
    settings: { profile: 'exhaustive' },
  });
  const result = results.find(({ id }) => id === 'request/drawn-violations')!;
  expect(result.verdict).toBe('fail');
  expect(result.findings).toHaveLength(1);
  const body = JSON.parse(/is violated in (\{.*\}) \(shrunk/.exec(result.findings[0]!.actual)![1]!);
  expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'temperature', 'top_p']);
  expect(body.temperature).toBe(0);
});

test('a breach that shows alone is left to the check of its constraint', async () => {
  const drawn = checks.filter(({ id }) => /drawn-violations|accepts-plain/.test(id));
  const { results } = await runAgainst(drawn, {
    seed: 1,
    changes: [
      () => ({
        requestSchema: (schema) => {
          delete (schema as { properties: { top_p: { maximum?: number } } }).properties.top_p.maximum;
          return schema;
        },
      }),
    ],
    settings: { profile: 'exhaustive' },
  });
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
