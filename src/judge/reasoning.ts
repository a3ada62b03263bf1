import type { Answer, Choice } from '../vocabulary/answer.ts';
import type { Finding } from '../vocabulary/check.ts';
import { counted } from '../vocabulary/counted.ts';
import { endedByItself } from './answer.ts';
import { finding, quote } from './finding.ts';

/**
 * Marks around a model's reasoning if the service does not remove it from the text: an opening mark at the start,
 * or a closing one anywhere. A text may mention such a mark.
 */
const TAGS =
  /^\s*<(?:think|thinking|thought|reasoning)>|<\/(?:think|thinking|thought|reasoning)>|^\s*◁think▷|◁\/think▷|<\|channel\|>/i;

/** Code in a text, which may mention a mark. */
const CODE = /`[^`]*`/g;

/** The first mark of reasoning in a content, outside code. */
export const tagIn = (content: string): string | undefined =>
  TAGS.exec(content.replace(CODE, ''))?.[0].trim();

const placeOf = (answer: Answer, choice: Choice, name: string) =>
  answer.streamed
    ? `body, ${name} of choice ${choice.index}`
    : `body /choices/${answer.choices.indexOf(choice)}/message/${name}`;

/** Reasoning text is in `reasoning`, not only in `reasoning_content` (spec 2.2). */
export function inReasoning({ answer }: { answer: Answer }): Finding[] {
  const choice = answer.choices.find((c) => c.reasoning === '' && c.reasoningContent !== '');
  if (!choice) return [];
  const expected = 'reasoning text in the member reasoning';
  const place = placeOf(answer, choice, 'reasoning_content');
  return [finding(answer.exchange, expected, 'reasoning text in reasoning_content only', place)];
}

/** Reasoning text is not between tags in the content. */
export function notInContent({ answer }: { answer: Answer }): Finding[] {
  for (const choice of answer.choices) {
    const tag = tagIn(choice.content);
    if (!tag) continue;
    const expected = 'no reasoning text in the content';
    return [finding(answer.exchange, expected, `the tag ${quote(tag)}`, placeOf(answer, choice, 'content'))];
  }
  return [];
}

/** True if a completion shows reasoning in any form. */
export function showsReasoning({ choices }: Answer): boolean {
  return choices.some(
    (c) => c.reasoning !== '' || c.reasoningContent !== '' || tagIn(c.content) !== undefined,
  );
}

/** At least one completion of the reasoning model contains reasoning text. */
export function reasoningShown(answers: readonly Answer[]): Finding[] {
  if (answers.some(showsReasoning)) return [];
  // A model that returns its reasoning at the end cannot do so if the limit comes first.
  const whole = answers.filter(({ choices }) => choices.some(endedByItself));
  const [first, ...others] = whole.length > 0 ? whole : answers;
  if (!first) return [];
  const none = `no reasoning text in ${counted(others.length + 1, 'answer')}`;
  return [
    {
      expected: 'reasoning text in the assistant message of a reasoning model',
      actual: whole.length > 0 ? none : `${none}, all cut off by their limit`,
      ...(whole.length === 0 && { as: 'inconclusive' as const }),
      place: first.streamed ? 'body' : 'body /choices/0/message/reasoning',
      exchanges: [first.exchange.id, ...others.map((a) => a.exchange.id)],
    },
  ];
}

/** Number of completions of a mode that show whether it returns reasoning. */
export const ENOUGH_OF_A_MODE = 3;

/** Completions that ended by themselves, and whether they are of the mode. */
const wholeOf = (answers: readonly Answer[], streamed: boolean): Answer[] =>
  answers.filter((answer) => answer.streamed === streamed && answer.choices.some(endedByItself));

/**
 * The completions of the mode, streamed or not, none of which shows reasoning while every completion of the other
 * mode does.
 */
export function silentMode(answers: readonly Answer[]): { mode: boolean; silent: Answer[] } | undefined {
  for (const mode of [true, false]) {
    const [silent, others] = [wholeOf(answers, mode), wholeOf(answers, !mode)];
    if (
      silent.length > 0 &&
      others.length > 0 &&
      others.every(showsReasoning) &&
      !silent.some(showsReasoning)
    )
      return { mode, silent };
  }
  return undefined;
}

/** Reasoning text is returned in both modes, streamed and not, or in neither. */
export function inBothModes(answers: readonly Answer[]): Finding[] {
  const { mode, silent = [] } = silentMode(answers) ?? {};
  if (silent.length < ENOUGH_OF_A_MODE) return [];
  const others = wholeOf(answers, !mode);
  return [
    {
      expected: 'reasoning text in streams and without streaming, or in neither',
      actual: `none in ${silent.length} answers that were ${mode ? 'streamed' : 'not streamed'}, and some in ${counted(others.length, 'answer')} that ${others.length === 1 ? 'was' : 'were'} ${mode ? 'not' : 'streamed'}`,
      place: 'body',
      exchanges: [silent[0]!.exchange.id, ...[...silent.slice(1), ...others].map((a) => a.exchange.id)],
    },
  ];
}
