import { replies, reply } from '../src/evidence/answers.ts';
import { gathered } from '../src/evidence/gather.ts';
import { rows } from '../src/evidence/rows.ts';
import { inReasoning, notInContent, reasoningShown } from '../src/judge/reasoning.ts';
import type { PlannedCompletion } from '../src/requests/corpus.ts';
import type { Check, CheckContext } from '../src/vocabulary/check.ts';

/** Requests to the model that the user named. */
const ofReasoner = (context: CheckContext) => (row: PlannedCompletion) =>
  row.body.model === context.reasoningModel;
const NONE = 'no request to the reasoning model was planned';

export const checks: readonly Check[] = [
  {
    id: 'reasoning/member',
    title: 'Reasoning text comes in the member reasoning',
    clauses: ['2.2', '1'],
    level: 'should',
    profile: 'standard',
    preconditions: ['reasoning-model'],
    about:
      'Answers of the reasoning model are looked at, streamed ones put together. Text in reasoning_content and none in reasoning warns.',
    run: (context) => context.verifyEach(replies(context, ofReasoner(context)), inReasoning, NONE),
  },
  {
    id: 'reasoning/not-in-content',
    title: 'Reasoning text does not stand between tags in the content',
    clauses: ['2.2', '1'],
    level: 'should',
    profile: 'standard',
    preconditions: ['reasoning-model'],
    about: 'Answers of the reasoning model are looked at. Tags such as think in the content warn.',
    run: (context) => context.verifyEach(replies(context, ofReasoner(context)), notInContent, NONE),
  },
  {
    id: 'reasoning/shown',
    title: 'A model that reasons returns its reasoning text',
    clauses: ['1', '2.2'],
    level: 'should',
    profile: 'standard',
    preconditions: ['reasoning-model'],
    about:
      'All answers of the reasoning model are looked at together. None with reasoning text in any place warns.',
    async run(context) {
      await context.verify(async (ask) => {
        const found = await gathered(rows(context, ofReasoner(context)).map((row) => reply(ask, row)));
        return found.map(({ answer }) => answer);
      }, reasoningShown);
    },
  },
];
