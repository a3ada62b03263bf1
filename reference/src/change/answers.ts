import { type Behaviour, type Change, change } from '../behaviour.ts';
import type { CompletionRequest, GeneratedChoice, Generation, Json } from '../completion-types.ts';
import { headerOf, type Reply, type ServiceRequest, withHeader } from '../message.ts';
import { type Edit, edited } from './pointer.ts';

/** Several changes as one. */
export const both =
  (...changes: Change[]): Change =>
  (before) =>
    change(before, changes);

/** Edits a place in every completion that comes as one JSON body. */
export function inAnswer(pointer: string, edit: Edit): Change {
  return answer((json) => edited(json, pointer, edit) as Json);
}

/** Changes every completion that comes as one JSON body. */
export function answer(edit: (json: Json, body: CompletionRequest, request: ServiceRequest) => Json): Change {
  return (before) => ({
    completion: (json, body, request) => edit(before.completion(json, body, request), body, request),
  });
}

/** Edits a place in every chunk of every stream. */
export function inChunks(pointer: string, edit: Edit): Change {
  return chunks((all) => all.map((chunk) => edited(chunk, pointer, edit) as Json));
}

/** Changes the chunks of every stream. */
export function chunks(edit: Behaviour['chunks']): Change {
  return (before) => ({
    chunks: (all, body, request) => edit(before.chunks(all, body, request), body, request),
  });
}

/** Changes the model's result before serialization and billing. */
export function generation(edit: (made: Generation, body: CompletionRequest) => Generation): Change {
  return (before) => ({
    generation: (made, body, request) => edit(before.generation(made, body, request), body),
  });
}

/** Changes every choice of the model. */
export function eachChoice(
  edit: (choice: GeneratedChoice, body: CompletionRequest) => GeneratedChoice,
): Change {
  return generation((made, body) => ({
    ...made,
    choices: made.choices.map((choice) => edit(choice, body)),
  }));
}

/** Edits the tokens of each text; those with log probabilities, which repeat them, are left alone. */
export function tokens(edit: (tokens: readonly string[]) => string[]): Change {
  return eachChoice((choice) =>
    choice.logprobs || choice.tokens.length === 0 ? choice : { ...choice, tokens: edit(choice.tokens) },
  );
}

/** Changes the selected responses, as the last step. */
export function replies(
  which: (reply: Reply, request: ServiceRequest) => boolean,
  edit: (reply: Reply, request: ServiceRequest) => Reply,
): Change {
  return (before) => ({
    reply: (reply, request) => {
      const made = before.reply(reply, request);
      return which(made, request) ? edit(made, request) : made;
    },
  });
}

/** A completion that was answered as one JSON body. */
export function isAnswer(reply: Reply, request: ServiceRequest): boolean {
  return request.endpoint === 'completions' && reply.status === 200 && !isStream(reply);
}

/** A response that is an event stream. */
function isStream(reply: Reply): boolean {
  return headerOf(reply, 'content-type')?.startsWith('text/event-stream') ?? false;
}

/** A completion that was answered as an event stream. */
export function isStreamed(reply: Reply, request: ServiceRequest): boolean {
  return request.endpoint === 'completions' && reply.status === 200 && isStream(reply);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of a text. */
export const bytes = (text: string): Uint8Array => encoder.encode(text);

/** A reply whose body is this text. */
export function withText(reply: Reply, text: string): Reply {
  return { ...reply, body: bytes(text) };
}

/** The text of a reply in memory; empty for one that is written in pieces. */
export function textOf(reply: Reply): string {
  return reply.body instanceof Uint8Array ? decoder.decode(reply.body) : '';
}

/** Sets or removes a header of the selected replies. */
export function header(
  which: (reply: Reply, request: ServiceRequest) => boolean,
  name: string,
  value: string | undefined,
): Change {
  return replies(which, (reply) => withHeader(reply, name, value));
}
