import { isReason } from '../judge/completion/envelope.ts';
import { isObject, list, member } from '../judge/json.ts';
import type { Chunk, ParsedStream } from '../judge/parsed-stream.ts';
import { brings } from '../judge/stream/parts.ts';

/**
 * The stream without the ends that the chunk with the usage gives once more, beside an empty delta: how a choice ended was
 * told before, whatever is said there. That it is told twice is left to the check of that.
 */
export function withoutEchoedEnds<S extends ParsedStream>(reading: S): S {
  const ended = new Set<unknown>();
  let found = false;
  const chunks = reading.chunks.map((chunk) => {
    const choices = list(chunk.json.choices);
    const echoes = choices.map((choice) => isEcho(chunk, choice) && ended.has(member(choice, 'index')));
    for (const choice of choices)
      if (isReason(member(choice, 'finish_reason'))) ended.add(member(choice, 'index'));
    if (!echoes.includes(true)) return chunk;
    found = true;
    const without = choices.map((choice, i) =>
      echoes[i] && isObject(choice) ? { ...choice, finish_reason: null } : choice,
    );
    return { ...chunk, json: { ...chunk.json, choices: without } };
  });
  return found ? { ...reading, chunks } : reading;
}

/** A choice that brings nothing but an end, beside the usage. */
function isEcho({ json }: Chunk, choice: unknown): boolean {
  return (
    isObject(json.usage) && isReason(member(choice, 'finish_reason')) && !brings(member(choice, 'delta'))
  );
}
