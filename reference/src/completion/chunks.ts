import type { GeneratedChoice, Generation, Json, ToolCall } from '../completion-types.ts';
import { tokenize } from '../model/tokenize.ts';
import { chunkFrame, usageJson } from './response.ts';

/**
 * A generation as the chunks of a stream: the role first, then token by token with the choices taking turns, the reason
 * for the end in each choice's last delta, and the usage in a last chunk without choices.
 */
export function chunkList(generation: Generation): Json[] {
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
