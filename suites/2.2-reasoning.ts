import type { Check, Interview } from '../src/check.ts';
import { replies, reply } from '../src/evidence/answers.ts';
import { gathered } from '../src/evidence/gather.ts';
import { rows } from '../src/evidence/rows.ts';
import type { PlannedCompletion } from '../src/generate/corpus.ts';
import { inReasoning, notInContent, reasoningShown } from '../src/judge/reasoning.ts';

/** Requests to the model that the user named. */
const ofReasoner = (t: Interview) => (row: PlannedCompletion) => row.body.model === t.reasoningModel;
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
    run: (t) => t.verifyEach(replies(t, ofReasoner(t)), inReasoning, NONE),
  },
  {
    id: 'reasoning/not-in-content',
    title: 'Reasoning text does not stand between tags in the content',
    clauses: ['2.2', '1'],
    level: 'should',
    profile: 'standard',
    preconditions: ['reasoning-model'],
    about: 'Answers of the reasoning model are looked at. Tags such as think in the content warn.',
    run: (t) => t.verifyEach(replies(t, ofReasoner(t)), notInContent, NONE),
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
    async run(t) {
      await t.verify(async (ask) => {
        const found = await gathered(rows(t, ofReasoner(t)).map((row) => reply(ask, row)));
        return found.map(({ answer }) => answer);
      }, reasoningShown);
    },
  },
];
