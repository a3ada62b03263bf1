import { isObject, type JsonObject, list, member } from '../json.ts';
import type { Chunk, ParsedStream } from '../parsed-stream.ts';

/** One choice's part of one chunk. */
export interface Part {
  chunk: Chunk;
  /** Position in the chunk's `choices`. */
  at: number;
  /** The choice's index; 0 if it is absent or not a number. */
  index: number;
  delta: unknown;
  finishReason: unknown;
}

/** All parts of a stream in order. */
function partsOf(reading: ParsedStream): Part[] {
  return reading.chunks.flatMap((chunk) =>
    list(chunk.json.choices).map((part, at) => {
      const index = member(part, 'index');
      return {
        chunk,
        at,
        index: typeof index === 'number' ? index : 0,
        delta: member(part, 'delta'),
        finishReason: member(part, 'finish_reason'),
      };
    }),
  );
}

/** The parts of each choice, in the order in which the choices began. */
export function partsByChoice(reading: ParsedStream): Map<number, Part[]> {
  return Map.groupBy(partsOf(reading), (part) => part.index);
}

/** The position of a chunk's member: the byte of its event and a pointer into the payload. */
export function placeIn(chunk: Chunk, pointer: string): string {
  return `byte ${chunk.offset} ${pointer}`;
}

/** True if a delta has content: text, reasoning, a tool call. */
export function brings(delta: unknown): boolean {
  return ['content', 'reasoning', 'reasoning_content', 'refusal', 'tool_calls'].some((name) => {
    const value = member(delta, name);
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
  });
}

/** The usage of a chunk, if it has one. */
export function usageOf(chunk: Chunk): JsonObject | undefined {
  return isObject(chunk.json.usage) ? chunk.json.usage : undefined;
}
