import { endedByItself } from '../src/judge/answer.ts';
import {
  inBothModes,
  inReasoning,
  modeToAsk,
  notInContent,
  reasoningShown,
  showsReasoning,
} from '../src/judge/reasoning.ts';
import { replies, withLargerLimit } from '../src/requests/replies.ts';
import { streamed } from '../src/requests/rows.ts';
import type { Answer } from '../src/vocabulary/answer.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { type PlannedCompletion, planned } from '../src/vocabulary/planned-completion.ts';
import { gathered, NotApplicable, type Undecidable } from '../src/vocabulary/undecidable.ts';

/** Requests to the configured model. */
const ofReasoner = (context: CheckContext) => (row: PlannedCompletion) =>
  row.body.model === context.reasoningModel;
const NONE = 'this run has no request to the reasoning model';

/** Completions with reasoning of a model that is not configured as a reasoning model. */
async function withoutEffort(context: CheckContext, ask: Requester): Promise<Answer[] | Undecidable> {
  const found = await gathered(replies(context, () => true).map((gather) => gather(ask)));
  const reasoned = found.map(({ answer }) => answer).filter(showsReasoning);
  if (reasoned.length > 0) return reasoned;
  return new NotApplicable('no answer shows reasoning: name a reasoning model with --reasoning-model');
}

/** Tokens for a short answer after some reasoning. */
const ROOM = 48;
/** Tokens in which reasoning begins. */
const TO_BEGIN = 8;
/** Maximum number of further completions. */
const MORE_AT_MOST = 6;

/**
 * The completions of the reasoning model; more of them if those of one mode, streamed or not, lack what the others
 * show.
 */
async function ofBothModes(context: CheckContext, ask: Requester): Promise<Answer[]> {
  const found = await gathered(replies(context, ofReasoner(context)).map((gather) => gather(ask)));
  const answers = found.map(({ answer }) => answer);
  const turns = new Map<boolean, number>();
  while (answers.length < found.length + MORE_AT_MOST) {
    const next = modeToAsk(answers);
    if (!next) break;
    const { mode, whole } = next;
    // Requests of the other mode, and those of this one that end by themselves.
    const fitting = found.filter(
      ({ row, answer }) =>
        row.choices === 1 && (streamed(row) !== mode || answer.choices.some(endedByItself)),
    );
    const turn = turns.get(mode) ?? 0;
    turns.set(mode, turn + 1);
    const row = fitting[turn % fitting.length]?.row;
    if (!row) break;
    const { stream: _, ...body } = row.body;
    const other = planned(
      `${row.id}/${mode}/${answers.length}`,
      `${row.why}, ${mode ? 'streamed' : 'not streamed'}`,
      {
        ...body,
        ...(mode && { stream: true }),
      },
    );
    answers.push((await ask.reply(withLargerLimit(other, whole ? ROOM : TO_BEGIN))).answer);
  }
  return answers;
}

export const checks: readonly Check[] = [
  {
    id: 'reasoning/member',
    title: 'Reasoning text is in the member reasoning',
    clauses: ['2.2', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Reads the answers of the reasoning model, streamed ones assembled. Without a named reasoning model, reads all answers with reasoning. Warns if text is in reasoning_content and not in reasoning.',
    async run(context) {
      if (context.reasoningModel !== undefined) {
        return context.verifyEach(replies(context, ofReasoner(context), 'reasoning'), inReasoning, NONE);
      }
      await context.verify(
        (ask) => withoutEffort(context, ask),
        (answers) => answers.flatMap((answer) => inReasoning({ answer })).slice(0, 1),
      );
    },
  },
  {
    id: 'reasoning/not-in-content',
    title: 'The content has no reasoning text between tags',
    clauses: ['2.2', '1'],
    level: 'should',
    profile: 'standard',
    preconditions: ['reasoning-model'],
    about: 'Reads the answers of the reasoning model. Warns if the content has tags such as <think>.',
    run: (context) => context.verifyEach(replies(context, ofReasoner(context)), notInContent, NONE),
  },
  {
    id: 'reasoning/shown',
    title: 'The reasoning model returns its reasoning text',
    clauses: ['1', '2.2'],
    level: 'should',
    profile: 'standard',
    preconditions: ['reasoning-model'],
    about:
      'Reads all answers of the reasoning model. Warns if none has reasoning text in any member. Where only streams have it, or only other answers, requests more of either kind, and warns if three of one have it and three of the other lack it.',
    async run(context) {
      await context.verify(
        async (ask) => ofBothModes(context, ask),
        (answers) => [...reasoningShown(answers), ...inBothModes(answers)],
      );
    },
  },
];
