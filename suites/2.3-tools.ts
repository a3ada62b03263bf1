import { endedByItself } from '../src/judge/answer.ts';
import { fits } from '../src/judge/completion/schema.ts';
import { completionTokens } from '../src/judge/completion/usage.ts';
import { list, member } from '../src/judge/json.ts';
import { sweepBodies } from '../src/judge/sweeps.ts';
import {
  argumentsAreJson,
  argumentsFit,
  argumentsParse,
  callIds,
  callsNamed,
  callsNothing,
  callsSaidInEnd,
  callsSome,
} from '../src/judge/tools.ts';
import { forOtherModel } from '../src/requests/planned.ts';
import { completeReplies, completeReply } from '../src/requests/replies.ts';
import { eachRow, rows, toolChoice, unstopped } from '../src/requests/rows.ts';
import { single } from '../src/requests/single.ts';
import type { Choice, Reply } from '../src/vocabulary/answer.ts';
import type { Check, Requester } from '../src/vocabulary/check.ts';
import { type PlannedCompletion, planned } from '../src/vocabulary/planned-completion.ts';
import {
  attempt,
  decided,
  gathered,
  Inconclusive,
  orUndefined,
  skipped,
} from '../src/vocabulary/undecidable.ts';
import { called, chosenCallEnds, hasCalls, isForced, offersTools, withCalls } from './tools/with-calls.ts';

const nameOf = (row: PlannedCompletion) => String(member(member(row.body.tool_choice, 'function'), 'name'));
const chooses = (choice: string) => (row: PlannedCompletion) => toolChoice(row) === choice && unstopped(row);

/**
 * The reply to a row; if the rest of the row is rejected, or its response irregular, the reply to the choice alone.
 * Requests to additional models are not repeated, because their number is promised.
 */
async function replyOrBare(
  ask: Requester,
  row: PlannedCompletion,
  shown: (choice: Choice) => boolean,
): Promise<Reply> {
  const found = await attempt(completeReply(ask, row, shown));
  const isBlocked = found instanceof Inconclusive && !found.isSkipped && found.blockedBy !== undefined;
  if (!isBlocked || forOtherModel(row)) return decided(found);
  return (await orUndefined(completeReply(ask, choiceAlone(row), shown))) ?? decided<Reply>(found);
}

/** The minimal request with the same choice, streamed if the row is. */
function choiceAlone(row: PlannedCompletion): PlannedCompletion {
  const { id, why, body, judgedBy } = single('tool_choice', row.body);
  const whole = { ...body, ...(row.body.stream === true && { stream: true }), max_tokens: ROOM_FOR_A_CALL };
  return planned(`${id}/${ROOM_FOR_A_CALL}/${row.body.stream === true}`, why, whole, judgedBy);
}

/** Tokens for a short call. */
const ROOM_FOR_A_CALL = 48;

const showsNothing = (choice: Choice): boolean =>
  !endedByItself(choice) && choice.content === '' && choice.calls.length === 0;

const NONE = 'this run has no request with such tools';

export const checks: readonly Check[] = [
  {
    id: 'tool/named-choice',
    title: 'A named tool_choice returns a call of that function',
    clauses: ['2.5'],
    level: 'must',
    about:
      'Sends requests whose tool_choice names a function, streamed and not. Fails if a choice ended by itself without a call of that function. Retries once with a larger limit if the limit cut the choice. Inconclusive if the larger limit cuts it too.',
    async run(context) {
      const items = eachRow(context, chooses('named'), async (ask, row) => {
        const name = nameOf(row);
        const shown = (choice: Choice) => choice.calls.some((call) => call.name === name);
        return { ...(await replyOrBare(ask, row, shown)), name };
      });
      await context.verifyEach(items, callsNamed, NONE);
    },
  },
  {
    id: 'tool/call-shape',
    harm: 'clients',
    title: 'Every tool call has an id and a function name',
    clauses: ['2.3'],
    level: 'must',
    about:
      'Reads tool calls in answers that are not streamed. Fails if a member is missing or has the wrong type.',
    sweeps: [sweepBodies(fits('calls'), hasCalls)],
    run: (context) => context.verifyEach(withCalls(context), fits('calls'), NONE),
  },
  {
    id: 'tool/arguments-are-strings',
    harm: 'clients',
    title: 'The arguments of a tool call are a string',
    clauses: ['2.3'],
    level: 'must',
    about: 'Reads tool calls in answers that are not streamed. Fails if arguments is missing or no string.',
    sweeps: [sweepBodies(fits('arguments'), hasCalls)],
    run: (context) => context.verifyEach(withCalls(context), fits('arguments'), NONE),
  },
  {
    id: 'tool/required-choice',
    title: 'tool_choice "required" returns a tool call',
    clauses: ['2.1', '1'],
    level: 'should',
    profile: 'standard',
    about: 'Sends requests with tool_choice "required". Warns if a choice ended by itself without a call.',
    run: (context) =>
      context.verifyEach(
        completeReplies(context, chooses('required'), (c) => c.calls.length > 0),
        callsSome,
        NONE,
      ),
  },
  {
    id: 'tool/none-choice',
    title: 'tool_choice "none" returns no tool call',
    clauses: ['2.1', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Sends requests with tool_choice "none". Warns on a tool call. Ignores an answer that the limit cut before any text or call.',
    run: (context) =>
      context.verifyEach(
        eachRow(
          context,
          (row) => toolChoice(row) === 'none' && offersTools(row),
          async (ask, row) => {
            const found = await ask.reply(row);
            const { choices, exchange } = found.answer;
            if (choices.every(showsNothing))
              throw skipped('the limit cut the answer before any text or call', [exchange]);
            return found;
          },
        ),
        callsNothing,
        NONE,
      ),
  },
  {
    id: 'tool/arguments-parse',
    title: 'Tool-call arguments are one JSON object',
    clauses: ['2.3', '1'],
    level: 'should',
    about:
      'Reads tool calls in all answers, streamed ones assembled. Warns if arguments is not a JSON object.',
    async run(context) {
      const items = eachRow(
        context,
        (row) => offersTools(row) && unstopped(row),
        async (ask, row) => {
          const shown = (c: Choice) =>
            (c.calls.length === 0 && toolChoice(row) !== 'named') ||
            (c.calls.length > 0 && c.calls.every(argumentsParse));
          // A call that the model chose to begin need not be complete: others show complete ones.
          const found = isForced(row) ? await completeReply(ask, row, shown) : await ask.reply(row);
          if (found.answer.choices.some((choice) => !endedByItself(choice) && !shown(choice)))
            throw skipped('the limit cut the call', [found.answer.exchange]);
          if (found.answer.choices.some((choice) => choice.calls.length > 0)) return found;
          throw new Inconclusive('the answer has no tool call', [found.answer.exchange], 'tool/named-choice');
        },
      );
      await context.verifyEach(items, argumentsAreJson, NONE);
    },
  },
  {
    id: 'tool/arguments-fit',
    title: 'The arguments of a tool call fit the parameters of the tool',
    clauses: ['2.4', '2.3', '1'],
    level: 'should',
    ownSentence: true,
    profile: 'standard',
    about:
      'Reads tool calls in all answers that ended by themselves, streamed ones assembled. Warns if the arguments are an object that violates the parameters of the offered tool.',
    run: (context) =>
      context.verifyEach(
        eachRow(context, offersTools, async (ask, row) => ({
          ...(await called(ask, row)),
          tools: list(row.body.tools),
        })),
        argumentsFit,
        NONE,
      ),
  },
  {
    id: 'tool/finish-reason',
    title: 'An answer in which the model chose to call ends with tool_calls',
    clauses: ['3', '2.3', '1'],
    level: 'should',
    ownSentence: true,
    profile: 'standard',
    about:
      'Reads answers with tool calls to requests that name no function, streamed ones assembled, and those of the official clients. Warns if finish_reason is stop where no call was required, or if it is tool_calls for incomplete arguments at the token limit.',
    sweeps: [sweepBodies(chosenCallEnds, hasCalls)],
    run: (context) =>
      context.verifyEach(
        eachRow(
          context,
          (row) => offersTools(row) && toolChoice(row) !== 'named',
          async (ask, row) => {
            const found = await called(ask, row);
            // With fewer tokens than allowed, the limit did not cut the call.
            const isBelow = (completionTokens(found.answer) ?? row.tokens) < row.tokens;
            const mayChoose = toolChoice(row) !== 'required';
            return { ...found, mayChoose, tokens: isBelow ? 0 : row.tokens };
          },
        ),
        callsSaidInEnd,
        NONE,
      ),
  },
  {
    id: 'tool/call-ids',
    title: 'Tool-call ids of an answer are unique',
    clauses: ['2.3', '1'],
    level: 'should',
    about:
      'Reads tool calls in all answers, streamed ones assembled. Warns if an id is empty, or if two calls of one answer share an id.',
    run: (context) => context.verifyEach(eachRow(context, offersTools, called), callIds, NONE),
  },
  {
    id: 'tool/ways',
    title: 'finish_reason of tool calls, and calls of functions that were not offered',
    clauses: ['2.3', '3'],
    level: 'open',
    about:
      'Records the finish_reason of answers with tool calls, and whether each called function was offered.',
    async run(context) {
      const found = await gathered(rows(context, offersTools).map((row) => context.reply(row)));
      const busy = found.filter(({ answer }) => answer.choices.some((c) => c.calls.length > 0));
      if (busy.length === 0) return new Inconclusive('no answer has a tool call', [], 'tool/named-choice');
      const exchanges = busy.map(({ answer }) => answer.exchange);
      const reasons = busy.flatMap(({ answer }) =>
        answer.choices
          .filter((c) => c.calls.length > 0)
          .map((c) => (c.finishReason ?? 'absent').slice(0, 40)),
      );
      const strange = busy.some(({ row, answer }) => {
        const offered = list(row.body.tools).map((tool) => member(member(tool, 'function'), 'name'));
        return answer.choices.some((c) => c.calls.some((call) => !offered.includes(call.name)));
      });
      context.observe('finish-reason-of-calls', [...new Set(reasons)].sort().join(' '), ...exchanges);
      context.observe('called-functions', strange ? 'some-not-offered' : 'offered', ...exchanges);
      return undefined;
    },
  },
];
