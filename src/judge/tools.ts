import { compile, type Validator } from '../contract/schemas.ts';
import type { Answer, Call, Choice } from '../vocabulary/answer.ts';
import type { Finding } from '../vocabulary/check.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { endedByItself, placeOfChoice } from './answer.ts';
import { finding, show } from './finding.ts';
import { isObject, member } from './json.ts';

const placeOf = (answer: Answer, choice: Choice, at = '') =>
  placeOfChoice(answer, choice, `/message/tool_calls${at}`);

const called = (choice: Choice) =>
  choice.calls.length === 0 ? 'no call' : `a call of ${choice.calls.map((c) => show(c.name, 40)).join(', ')}`;

/** Every choice calls the named function ("must call", spec 2.5). */
export function callsNamed({ answer, name }: { answer: Answer; name: string }): Finding[] {
  const idle = answer.choices.find((choice) => !choice.calls.some((call) => call.name === name));
  if (!idle) return [];
  const actual = `${called(idle)}${inChoice(answer, idle)} for tool_choice ${show(name)}, finish_reason ${show(idle.finishReason)}`;
  const expected = 'a call of the function that tool_choice names';
  return [finding(answer.exchange, expected, actual, placeOf(answer, idle))];
}

/** The index of the choice. */
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

/** No choice calls a function. */
export function callsNothing({ answer }: { answer: Answer }): Finding[] {
  const busy = answer.choices.find((choice) => choice.calls.length > 0);
  if (!busy) return [];
  return [
    finding(answer.exchange, 'no tool call for tool_choice "none"', called(busy), placeOf(answer, busy)),
  ];
}

/** True if the arguments of a call are JSON text. */
export function argumentsParse(call: Call): boolean {
  if (typeof call.arguments !== 'string') return false;
  try {
    parseJson(call.arguments);
    return true;
  } catch {
    return false;
  }
}

/** The kind of arguments that are not the text of one JSON object; undefined if they are. */
function notAnObject(call: Call): string | undefined {
  if (!argumentsParse(call)) return 'arguments that parse as JSON';
  const value: unknown = parseJson(String(call.arguments));
  return isObject(value) ? undefined : 'arguments with one JSON object';
}

/**
 * The arguments of every call are the text of one JSON object. Another check reports arguments that are not
 * strings.
 */
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

/** Every call has an id that is not empty and unique in the completion. Another check reports a missing id. */
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

const validators = new Map<string, Validator>();

/** The arguments of a call that ended by itself match the parameters of the requested tool. */
export function argumentsFit({ answer, tools }: { answer: Answer; tools: readonly unknown[] }): Finding[] {
  for (const choice of answer.choices.filter(endedByItself)) {
    for (const [at, call] of choice.calls.entries()) {
      const offered = tools
        .map((tool) => member(tool, 'function'))
        .find((fn) => member(fn, 'name') === call.name);
      const parameters = member(offered, 'parameters');
      if (!isObject(parameters) || notAnObject(call) !== undefined) continue;
      const key = JSON.stringify(parameters);
      const validate = validators.get(key) ?? compile({ type: 'object', ...parameters });
      validators.set(key, validate);
      const [violation] = validate(parseJson(String(call.arguments)));
      if (!violation) continue;
      const actual = `${violation.pointer || 'the arguments'} ${violation.message}: ${show(call.arguments)}`;
      const place = placeOf(answer, choice, `/${at}/function/arguments`);
      return [
        finding(answer.exchange, 'the arguments of a call fit the parameters of its tool', actual, place),
      ];
    }
  }
  return [];
}

/** No call fits in fewer tokens. */
const SHORTEST = 12;

/** An answer with calls: `mayChoose` if the model could do without, and the limit if that may have cut the call, else 0. */
interface Called {
  answer: Answer;
  mayChoose: boolean;
  tokens: number;
}

/**
 * A completion with calls has finish_reason tool_calls, or length if a limit of `tokens` may have cut the call. A call
 * that the request forces may end with stop, as those of OpenAI do.
 */
export function callsSaidInEnd({ answer, mayChoose, tokens }: Called): Finding[] {
  for (const choice of answer.choices.filter(({ calls }) => calls.length > 0)) {
    if (mayChoose && choice.finishReason === 'stop') {
      const expected = 'finish_reason is tool_calls where the model chose to call';
      return [finding(answer.exchange, expected, 'stop beside a call', placeOf(answer, choice))];
    }
    const cut = choice.calls.find((call) => typeof call.arguments === 'string' && !argumentsParse(call));
    if (choice.finishReason !== 'tool_calls' || !cut || tokens === 0 || tokens >= SHORTEST) continue;
    const expected = 'finish_reason is length where the limit cut a call, and whole arguments elsewhere';
    const actual = `tool_calls beside the arguments ${show(cut.arguments, 40)}, with a limit of ${tokens} tokens`;
    return [finding(answer.exchange, expected, actual, placeOf(answer, choice))];
  }
  return [];
}
