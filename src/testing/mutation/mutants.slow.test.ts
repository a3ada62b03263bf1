import { expect, test } from 'vitest';
import * as bounds from '../../../suites/2.1-bounds.ts';
import * as enumerations from '../../../suites/2.1-enumerations.ts';
import * as members from '../../../suites/2.1-members.ts';
import * as open from '../../../suites/2.1-open.ts';
import * as types from '../../../suites/2.1-types.ts';
import * as nested from '../../../suites/2.2-nested.ts';
import { schemaOf } from '../../contract/schemas.ts';
import { runAgainst } from '../../proof/against.ts';
import { mutantsOf } from './mutants.ts';

/** Changes that no request can tell from the published schema, each for its reason. */
const EQUIVALENT: readonly [RegExp, string][] = [
  [/^\/type removed$/, 'a body that is no object is refused while it is read'],
  [/\/(role|reasoning_effort)\/type removed$/, 'the enumeration beside it leaves strings only'],
  [/\/properties\/type\/type removed$/, 'the constant or enumeration beside it leaves strings only'],
  [/^\/properties\/tool_choice\/anyOf\/0\/type removed$/, 'the enumeration beside it leaves strings only'],
  [
    /^\/properties\/tool_choice\/anyOf\/1\/properties\/function\/(type|required|properties\/name\/type) removed$/,
    'a choice without a name names no tool of the request, which the service refuses anyway',
  ],
];

/** Null, and a function as tool_choice, which only the first published description has: refusing them only warns. */
const WARNED = /^\/properties\/((stop|tool_choice)\/anyOf without 3|tool_choice\/anyOf without 2)$/;

const suites = [members, types, bounds, enumerations, nested, open].flatMap((suite) => suite.checks);

/** The checks that a change of this place can turn red, and those of the body as a whole. */
function relevant(name: string) {
  const member = /^\/properties\/(\w+)/.exec(name)?.[1]?.replaceAll('_', '-');
  return suites.filter(
    ({ id }) =>
      /^request\/(accepts-(plain|conversations|tools|logprobs)|unknown-field|.*-missing|null-where-listed)$/.test(
        id,
      ) ||
      (member !== undefined && (id.startsWith(`request/${member}-`) || id === `request/accepts-${member}`)),
  );
}

test('every keyword of the request schema that is removed or changed is noticed, whatever the seed', async () => {
  const missed: string[] = [];
  const mutants = mutantsOf(schemaOf('completion-request')).filter(
    ({ name }) => !EQUIVALENT.some(([pattern]) => pattern.test(name)),
  );
  expect(mutants.length).toBeGreaterThan(150);
  for (const [i, mutant] of mutants.entries()) {
    const { results, refused } = await runAgainst(relevant(mutant.name), {
      seed: 1 + (i % 3),
      changes: [
        () => ({
          requestSchema: (schema) => {
            mutant.apply(schema);
            return schema;
          },
        }),
      ],
    });
    const wanted = WARNED.test(mutant.name) ? 'warn' : 'fail';
    if (refused === undefined && !results.some(({ verdict }) => verdict === wanted)) missed.push(mutant.name);
  }
  expect(missed).toEqual([]);
});
