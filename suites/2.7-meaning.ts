import { completeReply, replies, reply, withLargerLimit } from '../src/evidence/answers.ts';
import { acceptedRows, eachRow } from '../src/evidence/each-row.ts';
import { gathered, whatCame } from '../src/evidence/gather.ts';
import { growingPrompts } from '../src/evidence/growing-prompts.ts';
import { formatType, stopStrings, toolChoice } from '../src/evidence/rows.ts';
import {
  type CutEarly,
  callsAsCalls,
  cutEarly,
  intactText,
  lengthAtLimit,
  someText,
  textInEach,
  withoutMarks,
} from '../src/judge/completion/meaning.ts';
import { promptGrows, promptTakesTokens } from '../src/judge/completion/prompt-tokens.ts';
import { isObject, list } from '../src/judge/json.ts';
import { plainRow } from '../src/requests/ask.ts';
import type { PlannedCompletion } from '../src/requests/corpus.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';

/** Settings at which a model may say anything. */
function babbles({ body }: PlannedCompletion): boolean {
  const { temperature, presence_penalty: presence, frequency_penalty: frequency, logit_bias: bias } = body;
  const beyond = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) > most;
  const biased = isObject(bias) && Object.values(bias).some((value) => beyond(value, 10));
  return beyond(temperature, 1.5) || beyond(presence, 1.5) || beyond(frequency, 1.5) || biased;
}

/** Several choices that are text; what chance leaves out of one of them is no matter here. */
function wantsTexts(row: PlannedCompletion): boolean {
  const { temperature } = row.body;
  // No text begins with a stop string of some length.
  const begins = stopStrings(row).every((stop) => stop.length > 2);
  const calls = ['required', 'named'].includes(toolChoice(row) ?? '');
  const text = !calls && (formatType(row) ?? 'text') === 'text' && begins;
  return row.choices > 1 && text && !(typeof temperature === 'number' && temperature > 1.5);
}

/** Answers that say they were cut off before their limit, each beside one with more room; two of them tell enough. */
async function cutEarlyOnes(context: CheckContext, ask: Requester): Promise<CutEarly[]> {
  const single = await acceptedRows(
    context,
    ask,
    (row) => row.choices === 1 && row.tokens > 1 && !babbles(row),
  );
  const found = await gathered(single.map((row) => reply(ask, row)));
  const early = found.filter(({ answer, row, usageStands }) => usageStands && cutEarly(answer, row.tokens));
  return Promise.all(
    early.slice(0, 2).map(async ({ answer, row }) => {
      const largerLimit = row.tokens * 4;
      const again = await reply(ask, withLargerLimit(row, largerLimit));
      return { limit: row.tokens, first: answer, largerLimit, again: again.answer };
    }),
  );
}

/** Section 2.7, beyond its form: that the members of an answer mean what their names say. */
export const checks: readonly Check[] = [
  {
    id: 'completion/prompt-tokens',
    title: 'A prompt takes tokens',
    clauses: ['2.7', '1'],
    level: 'should',
    about: 'The usage of all answers is looked at. prompt_tokens of 0 warns.',
    run: (context) =>
      context.verifyEach(
        replies(context, () => true),
        promptTakesTokens,
      ),
  },
  {
    id: 'completion/prompt-tokens-grow',
    title: 'A longer prompt takes more tokens',
    clauses: ['2.7', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Requests of the run of which one says all that another says, and more, are compared: further turns, a system message of sixty words and more, tools. Not more prompt_tokens warns.',
    run: (context) =>
      context.verifyEach(growingPrompts(context), promptGrows, 'no two requests are one another and more'),
  },
  {
    id: 'completion/no-template-marks',
    title: 'A content holds no marks of a chat template, a tool call or reasoning',
    clauses: ['2.2', '2.3', '1'],
    level: 'should',
    about:
      'The content of all answers is looked at, but for settings at which models babble, and for code. Marks such as those that end a turn, begin a call or set reasoning apart warn, and so does a call of an offered function as JSON.',
    run: (context) =>
      context.verifyEach(
        eachRow(
          context,
          (row) => !babbles(row),
          async (ask, row) => ({
            ...(await reply(ask, row)),
            prompt: JSON.stringify(row.body.messages),
          }),
        ),
        // Its think tags are told of where it is looked at.
        (one) => [
          ...withoutMarks(one.row.body.model !== context.reasoningModel, one),
          ...callsAsCalls({ ...one, tools: list(one.row.body.tools) }),
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
      'The content of all answers is looked at. U+FFFD, which decoders put in the place of broken bytes, warns, but for the end of a text that was cut.',
    run: (context) =>
      context.verifyEach(
        eachRow(
          context,
          () => true,
          async (ask, row) => ({ ...(await reply(ask, row)), prompt: JSON.stringify(row.body.messages) }),
        ),
        intactText,
      ),
  },
  {
    id: 'completion/text-given',
    title: 'The answer to a plain request has some text',
    clauses: ['2.7', '1'],
    level: 'should',
    about:
      'The plainest request of the run is looked at, and those that want two texts at once, streamed or not. An empty content warns; when the limit cut that of the plainest one, it is asked for once more with a larger one. Of two texts one alone has to be empty.',
    run: async (context) =>
      void (await context.verify(
        async (ask) => ({
          plain: await completeReply(ask, plainRow(context.model), ({ content }) => content.trim() !== ''),
          several: await whatCame(replies(context, wantsTexts).map((gather) => gather(ask))),
        }),
        ({ plain, several }) => [...someText(plain), ...several.flatMap(textInEach)],
      )),
  },
  {
    id: 'completion/length-only-when-cut',
    title: 'finish_reason is length only where the limit cut the answer',
    clauses: ['3', '2.1', '1'],
    level: 'should',
    about:
      'Answers of one choice that say length with fewer tokens than were allowed are asked for again with four times the limit, two of them at most. When the text does not go on, or says length before that limit too, it warns.',
    async run(context) {
      const plain = await context.verify(
        async (ask) => {
          const early = await cutEarlyOnes(context, ask);
          return { early, control: (await reply(ask, plainRow(context.model))).answer };
        },
        ({ early }) => lengthAtLimit(early),
      );
      context.held(plain.control.exchange);
    },
  },
];
