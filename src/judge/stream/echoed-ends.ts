import { isReason } from '../completion/envelope.ts';
import { isObject, list, member } from '../json.ts';
import type { Chunk, ParsedStream } from '../parsed-stream.ts';
import { brings } from './parts.ts';

/**
 * The stream without finish reasons that the usage chunk repeats next to an empty delta, since they were sent
 * before. Another check reports the repetition.
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

/** A choice with nothing but a finish_reason, in the usage chunk. */
function isEcho({ json }: Chunk, choice: unknown): boolean {
  return (
    isObject(json.usage) && isReason(member(choice, 'finish_reason')) && !brings(member(choice, 'delta'))
  );
}
