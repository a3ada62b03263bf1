import type { Finding } from '../vocabulary/check.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { Answer, Call, Choice } from './answer.ts';
import { finding } from './finding.ts';
import { isObject } from './json.ts';
import { show } from './quote.ts';

const placeOf = (answer: Answer, choice: Choice, at = '') =>
  answer.streamed
    ? `body, choice ${choice.index}`
    : `body /choices/${answer.choices.indexOf(choice)}/message/tool_calls${at}`;

const called = (choice: Choice) =>
  choice.calls.length === 0 ? 'no call' : `a call of ${choice.calls.map((c) => show(c.name, 40)).join(', ')}`;

/** Every choice calls the function that was named ("must call", spec 2.5). */
export function callsNamed({ answer, name }: { answer: Answer; name: string }): Finding[] {
  const idle = answer.choices.find((choice) => !choice.calls.some((call) => call.name === name));
  if (!idle) return [];
  const actual = `${called(idle)}${inChoice(answer, idle)} for tool_choice ${show(name)}, finish_reason ${show(idle.finishReason)}`;
  const expected = 'a call of the function that tool_choice names';
  return [finding(answer.exchange, expected, actual, placeOf(answer, idle))];
}

/** Which of several choices it is. */
const inChoice = ({ choices }: Answer, { index }: Choice): string =>
  choices.length > 1 ? ` in choice ${index} of ${choices.length}` : '';

/** Every choice calls some function. */
export function callsSome({ answer }: { answer: Answer }): Finding[] {
  const idle = answer.choices.find((choice) => choice.calls.length === 0);
  if (!idle) return [];
  const actual = `no call${inChoice(answer, idle)}, finish_reason ${show(idle.finishReason)}`;
  const expected = 'a tool call for tool_choice "required"';
  return [finding(answer.exchange, expected, actual, placeOf(answer, idle))];
}

/** No choice calls anything. */
export function callsNothing({ answer }: { answer: Answer }): Finding[] {
  const busy = answer.choices.find((choice) => choice.calls.length > 0);
  if (!busy) return [];
  return [
    finding(answer.exchange, 'no tool call for tool_choice "none"', called(busy), placeOf(answer, busy)),
  ];
}

/** True when the arguments of a call are JSON text. */
export function argumentsParse(call: Call): boolean {
  if (typeof call.arguments !== 'string') return false;
  try {
    parseJson(call.arguments);
    return true;
  } catch {
    return false;
  }
}

/** What arguments are, where they are not the text of one JSON object; undefined where they are. */
function notAnObject(call: Call): string | undefined {
  if (!argumentsParse(call)) return 'arguments that parse as JSON';
  const value: unknown = parseJson(String(call.arguments));
  return isObject(value) ? undefined : 'arguments with one JSON object';
}

/** The arguments of every call are the text of one JSON object. Arguments that are no string are told elsewhere. */
export function argumentsAreJson({ answer }: { answer: Answer }): Finding[] {
  for (const choice of answer.choices) {
    for (const [at, call] of choice.calls.entries()) {
      const expected = typeof call.arguments === 'object' ? undefined : notAnObject(call);
      if (expected === undefined) continue;
      const place = placeOf(answer, choice, `/${at}/function/arguments`);
      return [finding(answer.exchange, expected, show(call.arguments), place)];
    }
  }
  return [];
}

/** Every call has an id that is not empty, and that no other call of the answer has. None at all is told elsewhere. */
export function callIds({ answer }: { answer: Answer }): Finding[] {
  const seen = new Set<string>();
  for (const choice of answer.choices) {
    for (const [at, { id }] of choice.calls.entries()) {
      if (id === undefined) continue;
      const place = placeOf(answer, choice, `/${at}/id`);
      if (id === '') return [finding(answer.exchange, 'a non-empty tool-call id', 'an empty string', place)];
      if (seen.has(id)) {
        return [finding(answer.exchange, 'unique tool-call ids in an answer', show(id, 60), place)];
      }
      seen.add(id);
    }
  }
  return [];
}
