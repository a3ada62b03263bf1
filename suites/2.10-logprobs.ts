import { alternatives, logprobsGiven, logprobsShape } from '../src/judge/logprobs.ts';
import { replies } from '../src/requests/replies.ts';
import { toolChoice } from '../src/requests/rows.ts';
import type { Check } from '../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../src/vocabulary/planned-completion.ts';
import { gathered, Inconclusive } from '../src/vocabulary/undecidable.ts';

/** If a call is requested, accompanying text may have no log probabilities. */
const asksFor = (row: PlannedCompletion) =>
  row.body.logprobs === true && !['named', 'required'].includes(toolChoice(row) ?? '');

export const checks: readonly Check[] = [
  {
    id: 'logprobs/given',
    title: 'logprobs: true returns log probabilities',
    clauses: ['2.1', '2.7', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Sends requests with logprobs: true, streamed and not. Warns if a choice has content and no logprobs. Does not judge their shape.',
    run: (context) =>
      context.verifyEach(replies(context, asksFor), logprobsGiven, 'this run has no request with logprobs'),
  },
  {
    id: 'logprobs/shape',
    title: 'Shape of log probabilities',
    clauses: ['2.10', '2.7'],
    level: 'open',
    profile: 'standard',
    about: 'Records the members, and whether each position has top_logprobs alternatives.',
    async run(context) {
      const found = await gathered(replies(context, asksFor).map((gather) => gather(context)));
      const given = found.flatMap(({ row, answer }) =>
        answer.choices
          .filter((choice) => choice.logprobs !== undefined)
          .map((choice) => ({ row, exchange: answer.exchange, value: choice.logprobs })),
      );
      if (given.length === 0) return new Inconclusive('no answer has logprobs', [], 'logprobs/given');
      const exchanges = [...new Set(given.map(({ exchange }) => exchange))];
      const shapes = new Set(given.map(({ value }) => logprobsShape(value)));
      const counts = new Set(
        given.map(({ row, value }) => alternatives(value, Number(row.body.top_logprobs ?? 0))),
      );
      context.observe('logprobs-shape', [...shapes].sort().join(' '), ...exchanges);
      context.observe('top-logprobs', [...counts].sort().join(' '), ...exchanges);
      return undefined;
    },
  },
];
