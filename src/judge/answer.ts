import type { Answer, Call, Choice } from '../vocabulary/answer.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { isObject, list, member, text } from './json.ts';
import type { ParsedStream } from './parsed-stream.ts';

/** Maximum number of choices and calls that are read: far more than any request asks for. */
const MOST_PARTS = 1_024;
const parts = (value: unknown): unknown[] => list(value).slice(0, MOST_PARTS);

/** Where a member of the message of a choice stands. */
export const placeOf = ({ streamed, choices }: Answer, choice: Choice, name: string): string =>
  streamed
    ? `body, ${name} of choice ${choice.index}`
    : `body /choices/${choices.indexOf(choice)}/message/${name}`;

/** Where a choice stands, and in a JSON body a part of it. */
export const placeOfChoice = ({ streamed, choices }: Answer, choice: Choice, pointer: string): string =>
  streamed ? `body, choice ${choice.index}` : `body /choices/${choices.indexOf(choice)}${pointer}`;

/** Where the first choice says how it ended. */
export const firstEndOf = ({ streamed }: Answer): string =>
  streamed ? 'body' : 'body /choices/0/finish_reason';

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
  const reason = text(member(part, 'finish_reason'));
  // The last one counts, as for clients; that of calls is not lost to a later stop.
  if (reason && !(reason === 'stop' && choice.finishReason === 'tool_calls')) choice.finishReason = reason;
  choice.logprobs ??= member(part, 'logprobs') ?? undefined;
  for (const fragment of list(member(delta, 'tool_calls'))) addFragment(choice.calls, fragment);
}

/** Calls that a fragment may leave out: each takes memory. Another index counts as none. */
const WIDEST_GAP = 8;

function addFragment(calls: Call[], fragment: unknown): void {
  const given = member(fragment, 'index') as number;
  const id = text(member(fragment, 'id')) || undefined;
  // Without an index, a new id begins a new call and everything else continues the last one.
  const guess = id === undefined || calls.at(-1)?.id === id ? Math.max(calls.length - 1, 0) : calls.length;
  const isIndex = Number.isInteger(given) && given >= 0 && given <= calls.length + WIDEST_GAP;
  const at = isIndex ? given : guess;
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
