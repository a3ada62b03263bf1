import type { Exchange } from '../vocabulary/exchange.ts';
import { isObject, list, member, text } from './json.ts';
import type { ParsedStream } from './parsed-stream.ts';

/** A tool call as a client would execute it. */
export interface Call {
  id: string | undefined;
  type: string | undefined;
  name: string | undefined;
  /** The value of `arguments`; fragments of a stream are joined. */
  arguments: unknown;
}

/**
 * One choice of a completion, streamed or not, as a client would see it. Members of wrong types count as absent.
 */
export interface Choice {
  index: number;
  content: string;
  /** Text in the member `reasoning`, which the schema defines. */
  reasoning: string;
  /** Text in the member `reasoning_content`. */
  reasoningContent: string;
  calls: Call[];
  finishReason: string | undefined;
  /** The first value of `logprobs` that is not null. */
  logprobs: unknown;
}

/** An answer of the completion endpoint, streamed or not. */
export interface Answer {
  exchange: Exchange;
  streamed: boolean;
  choices: Choice[];
  id: string | undefined;
  model: string | undefined;
  usage: unknown;
}

/** Maximum number of choices and calls that are read: far more than any request asks for. */
const MOST_PARTS = 1_024;
const parts = (value: unknown): unknown[] => list(value).slice(0, MOST_PARTS);

/** The completion in a JSON body. */
export function answerOfBody(exchange: Exchange, body: unknown): Answer {
  return {
    exchange,
    streamed: false,
    choices: parts(member(body, 'choices')).map((choice, at) => choiceOf(choice, at)),
    id: text(member(body, 'id')),
    model: text(member(body, 'model')),
    usage: member(body, 'usage'),
  };
}

function choiceOf(choice: unknown, at: number): Choice {
  const message = member(choice, 'message');
  const index = member(choice, 'index');
  return {
    index: typeof index === 'number' ? index : at,
    content: text(member(message, 'content')) ?? '',
    reasoning: text(member(message, 'reasoning')) ?? '',
    reasoningContent: text(member(message, 'reasoning_content')) ?? '',
    calls: parts(member(message, 'tool_calls')).map((call) => ({
      id: text(member(call, 'id')),
      type: text(member(call, 'type')),
      name: text(member(member(call, 'function'), 'name')),
      arguments: member(member(call, 'function'), 'arguments'),
    })),
    finishReason: text(member(choice, 'finish_reason')),
    logprobs: member(choice, 'logprobs') ?? undefined,
  };
}

/**
 * The completion that a stream adds up to, assembled as clients do: fragments joined by choice and by tool-call
 * index.
 */
export function answerOfStream(reading: Pick<ParsedStream, 'exchange' | 'chunks'>): Answer {
  const choices = new Map<number, Choice>();
  const answer: Answer = {
    exchange: reading.exchange,
    streamed: true,
    choices: [],
    id: undefined,
    model: undefined,
    usage: undefined,
  };
  for (const { json } of reading.chunks) {
    answer.id ??= text(json.id);
    answer.model ??= text(json.model);
    if (isObject(json.usage)) answer.usage = json.usage;
    for (const part of list(json.choices)) {
      const given = member(part, 'index');
      const index = typeof given === 'number' ? given : 0;
      const choice = choices.get(index) ?? emptyChoice(index);
      choices.set(index, choice);
      addDelta(choice, part);
    }
  }
  answer.choices = [...choices.values()].sort((a, b) => a.index - b.index);
  return answer;
}

function emptyChoice(index: number): Choice {
  return {
    index,
    content: '',
    reasoning: '',
    reasoningContent: '',
    calls: [],
    finishReason: undefined,
    logprobs: undefined,
  };
}

function addDelta(choice: Choice, part: unknown): void {
  const delta = member(part, 'delta');
  choice.content += text(member(delta, 'content')) ?? '';
  choice.reasoning += text(member(delta, 'reasoning')) ?? '';
  choice.reasoningContent += text(member(delta, 'reasoning_content')) ?? '';
  choice.finishReason ||= text(member(part, 'finish_reason'));
  choice.logprobs ??= member(part, 'logprobs') ?? undefined;
  for (const fragment of list(member(delta, 'tool_calls'))) addFragment(choice.calls, fragment);
}

function addFragment(calls: Call[], fragment: unknown): void {
  const given = member(fragment, 'index');
  const id = text(member(fragment, 'id')) || undefined;
  // Without an index, a new id begins a new call and everything else continues the last one.
  const guess = id === undefined || calls.at(-1)?.id === id ? Math.max(calls.length - 1, 0) : calls.length;
  const at = typeof given === 'number' && given >= 0 && given < 1000 ? given : guess;
  while (calls.length <= at) {
    calls.push({ id: undefined, type: undefined, name: undefined, arguments: undefined });
  }
  const call = calls[at]!;
  const fn = member(fragment, 'function');
  call.id ??= id;
  call.type ??= text(member(fragment, 'type'));
  call.name ??= text(member(fn, 'name')) || undefined;
  const args = member(fn, 'arguments');
  if (typeof args === 'string')
    call.arguments = `${typeof call.arguments === 'string' ? call.arguments : ''}${args}`;
  else if (args !== undefined && args !== null) call.arguments ??= args;
}

/** True if the choice ended by itself, without a limit or a filter. */
export function endedByItself(choice: Choice): boolean {
  return choice.finishReason !== 'length' && choice.finishReason !== 'content_filter';
}
