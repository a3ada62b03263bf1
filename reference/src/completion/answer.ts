import type { Behaviour } from '../behaviour.ts';
import { type HostedModel, hosted, PLAIN_MODEL } from '../catalogue.ts';
import type { CompletionRequest, GeneratedChoice, Generation, Json, ToolCall } from '../completion-types.ts';
import type { Reply, ServiceRequest, Write } from '../message.ts';
import { generate } from '../model/generate.ts';
import { tokenize } from '../model/tokenize.ts';
import { Refused } from '../refusal.ts';
import { chunkFrame, responseJson, usageJson } from './response.ts';

const encoder = new TextEncoder();

/** A reply, and its usage to be billed once it is sent. */
export interface Answer {
  reply: Reply;
  generation: Generation;
  model: HostedModel;
  streamed: boolean;
}

/** The requested model. Throws `Refused` if it does not exist. */
export function modelFor(
  behaviour: Behaviour,
  body: CompletionRequest,
  request: ServiceRequest,
): HostedModel {
  const found = hosted(body.model);
  if (behaviour.knowsModel(found !== undefined, body.model, request)) return found ?? hosted(PLAIN_MODEL)!;
  const message = 'model is not the identifier of a hosted model.';
  throw new Refused({
    reason: 'unknown-model',
    message,
    violations: [{ pointer: '/model', keyword: 'model', message }],
  });
}

/**
 * Lets the model answer a valid request, as one JSON body or as a stream. Throws `Refused` for too long a prompt.
 */
export function answerCompletion(
  behaviour: Behaviour,
  body: CompletionRequest,
  model: HostedModel,
  request: ServiceRequest,
): Answer {
  const { seed, clock, count } = request.service;
  const made = generate(body, model, { seed, serial: request.serial, count, now: clock.now() });
  if (made.promptTokens > model.contextWindow) {
    const message = `messages take ${made.promptTokens} tokens; the model's context holds ${model.contextWindow}.`;
    throw new Refused({
      reason: 'invalid',
      message,
      violations: [{ pointer: '/messages', keyword: 'context', message }],
    });
  }
  const generation = behaviour.generation(made, body, request);
  const streamed = behaviour.streams(body.stream === true, body, request);
  const reply = streamed
    ? streamReply(behaviour, generation, body, request)
    : jsonReply(behaviour, generation, body, request);
  return { reply, generation, model, streamed };
}

function jsonReply(
  behaviour: Behaviour,
  generation: Generation,
  body: CompletionRequest,
  request: ServiceRequest,
): Reply {
  const json = behaviour.completion(responseJson(generation), body, request);
  const text = behaviour.serialize(JSON.stringify(json), json, 'completion', request);
  return { status: 200, headers: [['Content-Type', 'application/json']], body: encoder.encode(text) };
}

function streamReply(
  behaviour: Behaviour,
  generation: Generation,
  body: CompletionRequest,
  request: ServiceRequest,
): Reply {
  const chunks = behaviour.chunks(chunkList(generation), body, request);
  return {
    status: 200,
    headers: [
      ['Content-Type', 'text/event-stream; charset=utf-8'],
      ['Cache-Control', 'no-cache'],
    ],
    body: streamWrites(behaviour, chunks, request),
  };
}

/** Frames chunks as section 6 says: `data: <json>` and a blank line each, `data: [DONE]` at the end; one write an event. */
function streamWrites(behaviour: Behaviour, chunks: readonly Json[], request: ServiceRequest): Write[] {
  const texts = chunks.map((chunk) => behaviour.serialize(JSON.stringify(chunk), chunk, 'chunk', request));
  const payloads = behaviour.payloads([...texts, '[DONE]'], request);
  const events = behaviour.events(
    payloads.map((payload) => `data: ${payload}\n\n`),
    payloads,
    request,
  );
  const writes = events.map((event) => ({ bytes: Buffer.from(event) }));
  return behaviour.writes(writes, request);
}

/**
 * A generation as the chunks of a stream: the role first, then token by token with the choices taking turns, the reason
 * for the end in each choice's last delta, and the usage in a last chunk without choices.
 */
function chunkList(generation: Generation): Json[] {
  const frame = chunkFrame(generation);
  const lanes = generation.choices.map(deltas);
  const chunks: Json[] = [];
  const longest = Math.max(0, ...lanes.map((lane) => lane.length));
  for (let step = 0; step < longest; step++) {
    for (const lane of lanes) {
      const choice = lane[step];
      if (choice) chunks.push({ ...frame, choices: [choice] });
    }
  }
  chunks.push({ ...frame, choices: [], usage: usageJson(generation) });
  return chunks;
}

function deltas(choice: GeneratedChoice): Json[] {
  const { index, tokens, toolCalls, reasoning, logprobs, finishReason } = choice;
  const piece = (delta: Json, more: Json = {}): Json => ({ index, delta, ...more, finish_reason: null });
  const first: Json = { role: 'assistant', ...(toolCalls.length === 0 ? { content: '' } : {}) };
  return [
    piece(first),
    ...(reasoning ?? []).map((token) => piece({ reasoning: token })),
    ...tokens.map((token, i) => {
      const entry = logprobs?.[i];
      return piece({ content: token }, entry ? { logprobs: { content: [entry], refusal: null } } : {});
    }),
    ...toolCalls.flatMap((call, i) =>
      fragments(call, i).map((fragment) => piece({ tool_calls: [fragment] })),
    ),
    { index, delta: {}, finish_reason: finishReason },
  ];
}

/** The id and name come first, with the type that stream helpers need; the arguments follow piece by piece. */
function fragments(call: ToolCall, index: number): Json[] {
  const { id, type, function: called } = call;
  return [
    { index, id, type, function: { name: called.name, arguments: '' } },
    ...tokenize(called.arguments).map((piece) => ({ index, function: { arguments: piece } })),
  ];
}
