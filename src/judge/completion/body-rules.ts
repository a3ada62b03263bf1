import type { Rule } from '../rule.ts';
import { assistantSpeaks, countAsAsked, indicesOnceEach } from './choices.ts';
import { createdPlausible, idGiven } from './envelope.ts';
import { objectName } from './object-name.ts';
import { type Completion, fits, nulls } from './schema.ts';
import { countsGiven, totalIsSum, usageGiven } from './usage.ts';

/** A body, and how many choices its request asked for. */
export interface CompletionAsked extends Completion {
  row: { choices: number };
}

/** What 2.7, and OpenAI's format where 2.7 is silent, say of the body of each completion that is not streamed. */
export const BODY_RULES: readonly Rule<CompletionAsked>[] = [
  {
    id: 'completion/fits-schema',
    harm: 'clients',
    title: 'The body of a completion fits the schema',
    clauses: ['2.7', '2.2'],
    level: 'must',
    about:
      'A required member that is absent and a member of the wrong type fail. Null for an optional member, usage, index, role and tool calls have checks of their own.',
    judge: fits('body'),
  },
  {
    id: 'completion/choices-as-asked',
    harm: 'answers',
    title: 'A completion has as many choices as n asked for',
    clauses: ['2.7', '2.1'],
    level: 'must',
    about: 'No choice, or a number other than n (1 when it is absent), fails.',
    judge: countAsAsked,
  },
  {
    id: 'completion/choice-indices',
    harm: 'clients',
    title: 'The choices of a completion have the indices 0 to n-1, once each',
    clauses: ['2.7'],
    level: 'must',
    about: 'A missing, repeated or wrongly typed index fails.',
    judge: indicesOnceEach,
  },
  {
    id: 'completion/role-assistant',
    harm: 'clients',
    title: "The role of a completion's message is assistant",
    clauses: ['2.2', '2.7'],
    level: 'must',
    about: 'Another role, or none, fails.',
    judge: assistantSpeaks,
  },
  {
    id: 'completion/usage-counts',
    harm: 'money',
    title: 'The usage of a completion has its three integers',
    clauses: ['2.7'],
    level: 'must',
    about: 'When usage is there, a count that is absent, no integer or negative fails.',
    judge: countsGiven,
  },
  {
    id: 'completion/no-nulls',
    title: 'Optional members of a completion are left out rather than null',
    clauses: ['2.7', '2.2'],
    level: 'should',
    about: 'Null for an optional member, content included, warns: the schema gives their types without null.',
    judge: nulls,
  },
  {
    id: 'completion/usage-present',
    harm: 'money',
    title: 'A completion reports its usage',
    clauses: ['2.7'],
    level: 'should',
    about: 'A body without usage warns.',
    judge: usageGiven,
  },
  {
    id: 'completion/usage-sums',
    harm: 'money',
    title: 'The total of a completion is its prompt and completion tokens together',
    clauses: ['2.7'],
    level: 'should',
    about: 'Another total warns.',
    judge: totalIsSum,
  },
  {
    id: 'completion/object-name',
    title: 'The object of a completion is chat.completion',
    clauses: ['2.7'],
    level: 'should',
    about: 'Another value warns; left out, it has its default.',
    judge: objectName,
  },
  {
    id: 'completion/created-time',
    title: 'created is the time of the answer in seconds',
    clauses: ['2.7', '1'],
    level: 'should',
    about: "A time more than a day away from the answer's Date header warns, as milliseconds do.",
    judge: createdPlausible,
  },
  {
    id: 'completion/id-given',
    title: 'The id of a completion is not empty',
    clauses: ['2.7', '1'],
    level: 'should',
    about: 'An empty id warns.',
    judge: idGiven,
  },
];
