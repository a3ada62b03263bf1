import { isUtf8 } from 'node:buffer';
import type { Answer, Choice } from '../../vocabulary/answer.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { withoutEnding } from '../../vocabulary/without-ending.ts';
import { endedByItself, firstEndOf, placeOf } from '../answer.ts';
import { finding, quote, show } from '../finding.ts';
import { contentAsJson } from '../formats.ts';
import { isObject, member } from '../json.ts';
import { showsReasoning, tagIn, withoutCode } from '../reasoning.ts';
import { completionTokens } from './usage.ts';

/**
 * Tokens with which model templates delimit turns, calls and results. They are not for the caller: a text contains
 * them only if the service parses the model's output incorrectly.
 */
const MARKS =
  /<\|[a-z0-9_]{2,40}\|>|<｜[^｜<>]{1,40}｜>|\[\/?(?:INST|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\]|<<\/?SYS>>|<\/?(?:tool_call|tool_response|start_of_turn|end_of_turn)>|<function=|<\/s>\s*$/;

/** No content contains a template token; `think` tags are ignored if the reasoning model has its own check. */
export function withoutMarks(
  thinking: boolean,
  { answer, prompt }: { answer: Answer; prompt: string },
): Finding[] {
  for (const choice of answer.choices) {
    const mark =
      MARKS.exec(withoutCode(choice.content))?.[0] ?? (thinking ? tagIn(choice.content) : undefined);
    if (mark === undefined || prompt.includes(mark)) continue;
    const expected = 'content without control tokens of a chat template, tool call or reasoning';
    return [finding(answer.exchange, expected, quote(mark), placeOf(answer, choice, 'content'))];
  }
  return [];
}

/**
 * No character of a content was lost in a byte conversion, which U+FFFD shows; at the end of a text that was cut, a
 * character may be incomplete.
 */
export function intactText({ answer, prompt }: { answer: Answer; prompt: string }): Finding[] {
  const { bytes = new Uint8Array(), whole = false } = answer.exchange.response?.body ?? {};
  // A body of invalid UTF-8 has its own check: the reader made that U+FFFD, not the service.
  if (prompt.includes(LOST) || !whole || !isUtf8(bytes)) return [];
  for (const choice of answer.choices) {
    const text = endedByItself(choice) ? choice.content : withoutEnding(choice.content, LOST);
    const at = text.indexOf(LOST);
    if (at < 0) continue;
    const around = quote(text.slice(Math.max(0, at - 20), at + 10));
    const expected = 'a content without U+FFFD, which replaces invalid bytes';
    return [finding(answer.exchange, expected, `U+FFFD in ${around}`, placeOf(answer, choice, 'content'))];
  }
  return [];
}

const LOST = '\uFFFD';

/** Nothing but punctuation with a bracket of JSON: a part of a call that a parser left over. */
const isLeftOver = (text: string): boolean => /[{[]/.test(text) && /^[\s\p{P}\p{S}]*$/u.test(text);

/** A call of an offered function as JSON in the text instead of a call, or a piece of it in addition to the call. */
export function callsAsCalls({ answer, tools }: { answer: Answer; tools: readonly unknown[] }): Finding[] {
  const names = tools.map((tool) => member(member(tool, 'function'), 'name'));
  const beside = answer.choices.find(({ calls, content }) => calls.length > 0 && isLeftOver(content));
  if (beside)
    return [
      finding(
        answer.exchange,
        'no piece of a call in the text',
        quote(beside.content),
        placeOf(answer, beside, 'content'),
      ),
    ];
  for (const choice of answer.choices.filter(({ calls }) => calls.length === 0)) {
    const said = [contentAsJson(choice)].flat()[0];
    const inner = member(said, 'function');
    const name = member(isObject(inner) ? inner : said, 'name');
    const args = ['arguments', 'parameters'].some(
      (key) => member(isObject(inner) ? inner : said, key) !== undefined,
    );
    if (!(args && names.includes(name)) && !beginsCall(choice, names)) continue;
    const expected = 'a call in tool_calls, and not as JSON in the text';
    return [finding(answer.exchange, expected, quote(choice.content), placeOf(answer, choice, 'content'))];
  }
  return [];
}

/**
 * Whether a whole text begins like the JSON of a call of one of these functions, whatever its arguments are. A call that the
 * limit cut may have become text because it cannot be parsed.
 */
function beginsCall(choice: Choice, names: readonly unknown[]): boolean {
  const name = /^\s*\{\s*"name"\s*:\s*"([^"]+)"\s*,\s*"(?:arguments|parameters)"/.exec(choice.content)?.[1];
  return endedByItself(choice) && names.includes(name);
}

/**
 * The content has some text; a choice that was cut off, or that shows reasoning, may have used its limit before it.
 */
export function someText({ answer }: { answer: Answer }): Finding[] {
  const choice = answer.choices.find((c) => c.content.trim() === '');
  if (choice === undefined || showsReasoning(answer)) return [];
  const actual = `empty content, finish_reason ${show(choice.finishReason)}`;
  return [
    finding(
      answer.exchange,
      'text in the answer to a plain request',
      actual,
      placeOf(answer, choice, 'content'),
    ),
  ];
}

const hasText = ({ content }: Choice): boolean => content.trim() !== '';

/** Whether the limit cut a choice before its text, while another one has text and no reasoning is shown. */
export const oneCutBeforeText = (answer: Answer): boolean =>
  !showsReasoning(answer) &&
  answer.choices.some(hasText) &&
  answer.choices.some((choice) => choice.finishReason === 'length' && !hasText(choice));

/**
 * Each of several choices has some text if one has: a cause in the request would affect all of them. A choice that
 * was cut may have used its limit for reasoning, which need not be visible.
 */
export function textInEach({ answer }: { answer: Answer }): Finding[] {
  const empty = answer.choices.find(
    (choice) => !hasText(choice) && choice.calls.length === 0 && choice.finishReason === 'stop',
  );
  if (!answer.choices.some(hasText) || empty === undefined || showsReasoning(answer)) return [];
  const actual = `empty content in choice ${empty.index}, finish_reason ${show(empty.finishReason)}`;
  return [finding(answer.exchange, 'text in every choice', actual, placeOf(answer, empty, 'content'))];
}

/** A completion that reports a cut below its limit, and the response to the same request with a larger one. */
export interface CutEarly {
  /** Undefined if the request has none. */
  limit: number | undefined;
  first: Answer;
  largerLimit: number;
  again: Answer;
}

/** True for a completion of one choice that reports a cut although it used fewer tokens than allowed. */
export function cutEarly(answer: Answer, limit: number): boolean {
  const [choice] = answer.choices;
  const count = completionTokens(answer);
  if (answer.choices.length !== 1 || choice?.finishReason !== 'length' || limit === 0) return false;
  if (choice.reasoning !== '' || choice.reasoningContent !== '') return false;
  return count !== undefined && count < limit;
}

/** Services may count one token more or less at the end: nearly the limit is the limit. */
const NEARLY = 0.9;

/**
 * finish_reason length occurs only at the request's limit: with a larger one the text continues, or it was not cut.
 * A completion that continues, and is cut at the larger limit, shows that the service only counts differently. A
 * service may have a limit of its own: for a request without one, only the same text shows that it was not cut.
 */
export function lengthAtLimit(all: readonly CutEarly[]): Finding[] {
  for (const { limit, first, largerLimit, again } of all) {
    const [before, after] = [completionTokens(first), completionTokens(again)];
    if (before === undefined || after === undefined) continue;
    const goesOn =
      limit === undefined
        ? first.choices[0]?.content !== again.choices[0]?.content
        : after > before && !cutEarly(again, largerLimit * NEARLY);
    if (goesOn) continue;
    const expected = 'finish_reason "length" only if the limit cut the answer';
    const actual = `"length" after ${before}${limit === undefined ? ' tokens without a limit' : ` of ${limit} tokens`}, and ${after} tokens with a limit of ${largerLimit}`;
    return [finding([first.exchange, again.exchange], expected, actual, firstEndOf(first))];
  }
  return [];
}
