import { answerOfBody } from '../src/judge/answer.ts';
import {
  type CutEarly,
  callsAsCalls,
  cutEarly,
  intactText,
  lengthAtLimit,
  oneCutBeforeText,
  someText,
  textInEach,
  withoutMarks,
} from '../src/judge/completion/meaning.ts';
import { promptGrows, promptTakesTokens } from '../src/judge/completion/prompt-tokens.ts';
import { isObject, list } from '../src/judge/json.ts';
import { requestOf, sweepBodies } from '../src/judge/sweeps.ts';
import type { CompletionAsked } from '../src/judge/table.ts';
import { plainRow } from '../src/requests/ask.ts';
import { completeReply, replies, withLargerLimit } from '../src/requests/replies.ts';
import { acceptedRows, eachRow, formatType, stopStrings, toolChoice } from '../src/requests/rows.ts';
import type { Reply } from '../src/vocabulary/answer.ts';
import type { Check, CheckContext, Finding, Requester } from '../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../src/vocabulary/planned-completion.ts';
import { gathered, orUndefined, whatCame } from '../src/vocabulary/undecidable.ts';
import { growingPrompts } from './completions/growing-prompts.ts';
import { unlimited } from './requests/unlimited.ts';

/** Settings at which the content is unpredictable. */
function babbles({ body }: PlannedCompletion): boolean {
  const { temperature, presence_penalty: presence, frequency_penalty: frequency, logit_bias: bias } = body;
  const beyond = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) > most;
  const biased = isObject(bias) && Object.values(bias).some((value) => beyond(value, 10));
  return beyond(temperature, 1.5) || beyond(presence, 1.5) || beyond(frequency, 1.5) || biased;
}

/** Several choices that are text; an omission by chance does not matter here. */
function wantsTexts(row: PlannedCompletion): boolean {
  const { temperature } = row.body;
  // No text begins with a stop string of some length.
  const begins = stopStrings(row).every((stop) => stop.length > 2);
  const calls = ['required', 'named'].includes(toolChoice(row) ?? '');
  const text = !calls && (formatType(row) ?? 'text') === 'text' && begins;
  return row.choices > 1 && text && !(typeof temperature === 'number' && temperature > 1.5);
}

/** Completions with several texts. If the limit cut a choice before its text, the first such one has a larger limit. */
async function severalTexts(context: CheckContext, ask: Requester): Promise<Reply[]> {
  const found = await whatCame(replies(context, wantsTexts).map((gather) => gather(ask)));
  const cut = found.find(({ answer }) => oneCutBeforeText(answer));
  return cut ? [...found, ...(await whatCame([ask.reply(withLargerLimit(cut.row))]))] : found;
}

/** Completions that report a cut below their limit, each with one of a larger limit; two of them are enough. */
async function cutEarlyOnes(context: CheckContext, ask: Requester): Promise<CutEarly[]> {
  const single = await acceptedRows(
    context,
    ask,
    (row) => row.choices === 1 && row.tokens > 1 && !babbles(row),
  );
  const found = await gathered(single.map((row) => ask.reply(row)));
  const early = found.filter(({ answer, row, usageStands }) => usageStands && cutEarly(answer, row.tokens));
  return Promise.all(
    early.slice(0, 2).map(async ({ answer, row }) => {
      const largerLimit = row.tokens * 4;
      const again = await ask.reply(withLargerLimit(row, largerLimit));
      return { limit: row.tokens, first: answer, largerLimit, again: again.answer };
    }),
  );
}

/** A short completion that reports a cut although the request has no limit, and the one with a larger limit. */
async function cutWithoutLimit(ask: Requester, row: PlannedCompletion) {
  const { answer: first } = await ask.reply(row);
  if (!cutEarly(first, USUAL)) return { first, early: [] };
  const { answer: again } = await ask.reply(withLargerLimit(row, USUAL));
  return { first, early: [{ limit: undefined, first, largerLimit: USUAL, again }] };
}

/** Tokens that a short answer does not need: where it is longer, a service may have a limit of its own. */
const USUAL = 64;

/** The functions that may be called: with a choice of none, what a model writes is its text. */
const callable = (row: PlannedCompletion) => (toolChoice(row) === 'none' ? [] : list(row.body.tools));

/** A call of an offered function as text in any completion, those of the official clients included. */
function callInText({ exchange, body }: CompletionAsked): Finding[] {
  const row = requestOf(exchange);
  const tools = babbles(row) ? [] : callable(row);
  return tools.length === 0 ? [] : callsAsCalls({ answer: answerOfBody(exchange, body), tools });
}

/** A template token in any completion; those of the reasoning model are left to the requests of this check. */
function marksInText({ exchange, body }: CompletionAsked): Finding[] {
  const row = requestOf(exchange);
  if (babbles(row)) return [];
  const prompt = JSON.stringify(row.body.messages);
  return withoutMarks(false, { answer: answerOfBody(exchange, body), prompt });
}

/** Section 2.7, semantics: the members of a completion mean what their names say. */
export const checks: readonly Check[] = [
  {
    id: 'completion/prompt-tokens',
    title: 'prompt_tokens is above 0',
    clauses: ['2.7', '1'],
    level: 'should',
    about: 'Reads the usage of all answers. Warns if prompt_tokens is 0.',
    run: (context) =>
      context.verifyEach(
        replies(context, () => true),
        promptTakesTokens,
      ),
  },
  {
    id: 'completion/prompt-tokens-grow',
    title: 'A longer prompt has more prompt_tokens',
    clauses: ['2.7', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Compares requests of which one is longer than the other: more turns, a system message with at least 60 words more than the other request has, or tools. Warns if the longer request does not have more prompt_tokens.',
    run: (context) =>
      context.verifyEach(
        growingPrompts(context),
        promptGrows,
        'no two requests of this run extend each other',
      ),
  },
  {
    id: 'completion/no-template-marks',
    title: 'The content has no control tokens of a chat template, tool call or reasoning',
    clauses: ['2.2', '2.3', '1'],
    level: 'should',
    about:
      'Reads the content of all answers, except code and answers to extreme sampling settings. Warns on control tokens that end a turn, start a tool call or delimit reasoning. Warns on a call of an offered function as JSON text, unless tool_choice is none, and on a piece of JSON in addition to a call.',
    sweeps: [sweepBodies(callInText), sweepBodies(marksInText)],
    run: (context) =>
      context.verifyEach(
        eachRow(
          context,
          (row) => !babbles(row),
          async (ask, row) => ({
            ...(await ask.reply(row)),
            prompt: JSON.stringify(row.body.messages),
          }),
        ),
        // Its own check reports think tags.
        (one) => [
          ...withoutMarks(one.row.body.model !== context.reasoningModel, one),
          ...callsAsCalls({ ...one, tools: callable(one.row) }),
        ],
      ),
  },
  {
    id: 'completion/text-intact',
    title: 'A content has all its characters',
    clauses: ['2.2', '1'],
    level: 'should',
    ownSentence: true,
    about:
      'Reads the content of all answers. Warns on U+FFFD, which decoders write for broken bytes, except at the end of a text that was cut.',
    run: (context) =>
      context.verifyEach(
        eachRow(
          context,
          () => true,
          async (ask, row) => ({ ...(await ask.reply(row)), prompt: JSON.stringify(row.body.messages) }),
        ),
        intactText,
      ),
  },
  {
    id: 'completion/text-given',
    title: 'A plain request returns text',
    clauses: ['2.7', '1'],
    level: 'should',
    about:
      'Reads the answer to the minimal request, and to requests for two choices, streamed or not. Warns on empty content. With two choices, warns if exactly one is empty and was not cut. Retries with a larger limit, once each, the minimal request and a request for two choices if the limit cut them before any text.',
    run: (context) =>
      context.verify(
        async (ask) => ({
          plain: await completeReply(ask, plainRow(context.model), ({ content }) => content.trim() !== ''),
          several: await severalTexts(context, ask),
        }),
        ({ plain, several }) => [...someText(plain), ...several.flatMap(textInEach)],
      ),
  },
  {
    id: 'completion/length-only-when-cut',
    title: 'finish_reason is "length" only if the limit cut the answer',
    clauses: ['3', '2.1', '1'],
    level: 'should',
    about:
      'Retries up to two answers that say length below the limit, with four times the limit. Warns if the text does not continue, or says length below the new limit too. Does the same for a short answer to a request without a limit.',
    async run(context) {
      const plain = await context.verify(
        async (ask) => {
          const early = await cutEarlyOnes(context, ask);
          return { early, control: (await ask.reply(plainRow(context.model))).answer };
        },
        ({ early }) => lengthAtLimit(early),
      );
      context.held(plain.control.exchange);
      if (!context.selected('request/accepts-no-limit')) return;
      const row = await orUndefined(unlimited(context, context));
      if (row)
        await context.verify(
          (ask) => cutWithoutLimit(ask, row),
          ({ early }) => lengthAtLimit(early),
        );
    },
  },
];
