import type { Answer } from '../vocabulary/answer.ts';
import type { Finding } from '../vocabulary/check.ts';
import { counted } from '../vocabulary/counted.ts';
import { endedByItself, placeOf } from './answer.ts';
import { finding, quote } from './finding.ts';

/**
 * Marks around a model's reasoning if the service does not remove it from the text: an opening mark at the start,
 * or a closing one anywhere. A text may mention such a mark.
 */
const TAGS =
  /^\s*<(?:think|thinking|thought|reasoning)>|<\/(?:think|thinking|thought|reasoning)>|^\s*◁think▷|◁\/think▷|<\|channel\|>/i;

/** A text without the code in it, which may mention a mark. */
export const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '');

/** The first mark of reasoning in a content, outside code. */
export const tagIn = (content: string): string | undefined => TAGS.exec(withoutCode(content))?.[0].trim();

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
  const shown = [first, ...others].map(({ exchange }) => exchange);
  const expected = 'reasoning text in the assistant message of a reasoning model';
  const place = first.streamed ? 'body' : 'body /choices/0/message/reasoning';
  return whole.length > 0
    ? [finding(shown, expected, none, place)]
    : [finding(shown, expected, `${none}, all cut off by their limit`, place, { as: 'inconclusive' })];
}

/** Number of completions of a mode that show whether it returns reasoning. */
const ENOUGH_OF_A_MODE = 3;

/** Completions of one mode, streamed or not, none of which shows reasoning, and those of the other, which all do. */
interface SilentMode {
  /** Whether the streams are silent. */
  mode: boolean;
  /** Only those that ended by themselves. */
  silent: Answer[];
  others: Answer[];
}

/** The mode that shows no reasoning while every completion of the other does, as far as its limit allows. */
function silentMode(answers: readonly Answer[]): SilentMode | undefined {
  const isWhole = ({ choices }: Answer) => choices.some(endedByItself);
  for (const mode of [true, false]) {
    const own = answers.filter(({ streamed }) => streamed === mode);
    const others = answers.filter((one) => one.streamed !== mode && (isWhole(one) || showsReasoning(one)));
    if (own.length > 0 && others.length > 0 && others.every(showsReasoning) && !own.some(showsReasoning))
      return { mode, silent: own.filter(isWhole), others };
  }
  return undefined;
}

/** The mode of which more completions are needed, and whether they have to end by themselves. */
export function modeToAsk(answers: readonly Answer[]): { mode: boolean; whole: boolean } | undefined {
  const found = silentMode(answers);
  if (!found) return undefined;
  if (found.silent.length < ENOUGH_OF_A_MODE) return { mode: found.mode, whole: true };
  return found.others.length < ENOUGH_OF_A_MODE ? { mode: !found.mode, whole: false } : undefined;
}

/** Reasoning text is returned in both modes, streamed and not, or in neither. */
export function inBothModes(answers: readonly Answer[]): Finding[] {
  const { mode, silent = [], others = [] } = silentMode(answers) ?? {};
  if (silent.length < ENOUGH_OF_A_MODE || others.length < ENOUGH_OF_A_MODE) return [];
  const shown = [...silent, ...others].map(({ exchange }) => exchange);
  const expected = 'reasoning text in streams and without streaming, or in neither';
  const actual = `none in ${silent.length} answers that were ${mode ? 'streamed' : 'not streamed'}, and some in ${others.length} answers that were ${mode ? 'not' : 'streamed'}`;
  return [finding(shown, expected, actual, 'body')];
}
