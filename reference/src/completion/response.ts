import type { GeneratedChoice, Generation, Json, Message } from '../completion-types.ts';

/** Tells apart builds of the toy model. */
const FINGERPRINT = 'fp_7f3a9c21';

/** A generation as the response object of section 2.7, with the members that both published descriptions have. */
export function responseJson(generation: Generation): Json {
  const { id, created, model, choices } = generation;
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    system_fingerprint: FINGERPRINT,
    choices: choices.map(choiceJson),
    usage: usageJson(generation),
  };
}

/** Tokens of prompt and answer, all choices together. */
export function usageJson({ promptTokens, choices }: Generation): Json {
  const completion = choices.reduce((sum, choice) => sum + choice.completionTokens, 0);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completion,
    total_tokens: promptTokens + completion,
  };
}

/** What chunks of one stream have in common. */
export function chunkFrame({ id, created, model }: Generation): Json {
  return { id, object: 'chat.completion.chunk', created, model, system_fingerprint: FINGERPRINT };
}

function choiceJson(choice: GeneratedChoice): Json {
  return {
    index: choice.index,
    message: messageOf(choice),
    ...(choice.logprobs ? { logprobs: { content: choice.logprobs, refusal: null } } : {}),
    finish_reason: choice.finishReason,
  };
}

/** The assistant's message; absent is what there is nothing of, because null is not a string (spec 2.2). */
function messageOf({ tokens, toolCalls, reasoning }: GeneratedChoice): Message {
  const message: Message = { role: 'assistant' };
  if (toolCalls.length === 0) message.content = tokens.join('');
  else message.tool_calls = toolCalls;
  if (reasoning) message.reasoning = reasoning.join('');
  return message;
}
