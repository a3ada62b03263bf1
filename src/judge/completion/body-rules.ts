import type { Rule } from '../rule.ts';
import type { CompletionAsked } from '../table.ts';
import { assistantSpeaks, countAsAsked, indicesOnceEach } from './choices.ts';
import { createdPlausible, idGiven } from './envelope.ts';
import { objectName } from './object-name.ts';
import { fits, nulls } from './schema.ts';
import { countsGiven, totalIsSum, usageGiven } from './usage.ts';

/**
 * Rules of 2.7, and of OpenAI's format where 2.7 is silent, for the body of each completion that is not streamed.
 */
export const BODY_RULES: readonly Rule<CompletionAsked>[] = [
  {
    id: 'completion/fits-schema',
    harm: 'clients',
    title: 'Every completion body matches the schema',
    clauses: ['2.7', '2.2'],
    level: 'must',
    about:
      'Fails if a required member is missing or a member has the wrong type. Other checks judge null values, usage, index, role and tool calls.',
    judge: fits('body'),
  },
  {
    id: 'completion/choices-as-asked',
    harm: 'answers',
    title: 'The number of choices equals n',
    clauses: ['2.7', '2.1'],
    level: 'must',
    about: 'Passes if choices has n elements (1 if n is absent). Fails on any other number.',
    judge: countAsAsked,
  },
  {
    id: 'completion/choice-indices',
    harm: 'clients',
    title: 'Choice indices are 0 to n-1, each once',
    clauses: ['2.7'],
    level: 'must',
    about: 'Fails if an index is missing, repeated or no integer.',
    judge: indicesOnceEach,
  },
  {
    id: 'completion/role-assistant',
    harm: 'clients',
    title: 'The message role is assistant',
    clauses: ['2.2', '2.7'],
    level: 'must',
    about: 'Fails if the role is missing or has another value.',
    judge: assistantSpeaks,
  },
  {
    id: 'completion/usage-counts',
    harm: 'money',
    title: 'usage has three integer counts',
    clauses: ['2.7'],
    level: 'must',
    about: 'Fails if usage is present and a count is missing, negative or no integer.',
    judge: countsGiven,
  },
  {
    id: 'completion/no-nulls',
    title: 'Absent optional members are omitted, not null',
    clauses: ['2.7', '2.2'],
    level: 'should',
    about: 'Warns if an optional member, content included, is null: the schema does not list null.',
    judge: nulls,
  },
  {
    id: 'completion/usage-present',
    harm: 'money',
    title: 'Every completion reports usage',
    clauses: ['2.7'],
    level: 'should',
    about: 'Warns if the body has no usage.',
    judge: usageGiven,
  },
  {
    id: 'completion/usage-sums',
    harm: 'money',
    title: 'total_tokens equals prompt_tokens + completion_tokens',
    clauses: ['2.7'],
    level: 'should',
    about: 'Warns if the sum differs.',
    judge: totalIsSum,
  },
  {
    id: 'completion/object-name',
    title: 'The object of a completion is "chat.completion"',
    clauses: ['2.7'],
    level: 'should',
    about: 'Warns if object has another value. Passes if object is absent: the schema has a default.',
    judge: objectName,
  },
  {
    id: 'completion/created-time',
    title: 'created is the time of the response in Unix seconds',
    clauses: ['2.7', '1'],
    level: 'should',
    about:
      'Warns if created differs from the Date header by more than a day, as a time in milliseconds does.',
    judge: createdPlausible,
  },
  {
    id: 'completion/id-given',
    title: 'The id of a completion is not empty',
    clauses: ['2.7', '1'],
    level: 'should',
    about: 'Warns if the id is empty.',
    judge: idGiven,
  },
];
