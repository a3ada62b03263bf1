import { parseJson } from '../../vocabulary/parse-json.ts';
import { isObject, list, member } from '../json.ts';
import { type JsonText, jsonTexts } from '../json-texts.ts';
import { type Chunk, tellsOfError } from '../parsed-stream.ts';

/** The content of a stream with irregular lines or payloads. */
export interface LenientReading {
  chunks: readonly Chunk[];
  /** The chunks are unchanged, each on its own line after its offset. */
  exact: boolean;
}

/** A field's name, in any spelling and repeated, at the start of a line. */
const PREFIX = /^\s*(?:[a-z]{1,12}: ?)*/i;
const NO_DATA = /^(?::|(?:event|id|retry)(?::|$))/;
const DONE = /^"?\s{0,8}\[done\]\s{0,8}"?$/i;
const LINE_FEED = 10;

/**
 * Reads a stream as leniently as any client might: text before the JSON of a line is skipped, and so are lines
 * without JSON. Another check reports the irregular stream; its content can still be judged. Undefined if something
 * may be missing: unreadable JSON, or text instead of JSON and a choice without its end.
 */
export function lenientReading(bytes: Uint8Array): LenientReading | undefined {
  const chunks: Chunk[] = [];
  const text = new TextDecoder().decode(bytes);
  let exact = !text.includes('\ufffd');
  let passedOver = false;
  for (const block of blocksOf(bytes)) {
    const read = jsonTexts(block);
    if (!read) return undefined;
    passedOver ||= read.passedOver;
    for (const one of read.texts) {
      const objects = objectsOf(one);
      exact &&= objects.length > 0 && isObject(one.value) && one.exact;
      passedOver ||= objects.length === 0;
      for (const json of objects) chunks.push({ offset: one.offset, json });
    }
  }
  const last = chunks.findLastIndex(({ json }) => list(json.choices).length > 0);
  if (last < 0) return undefined;
  // An error between two chunks ended nothing.
  const sound = chunks.filter(({ json }, i) => i > last || !tellsOfError(json));
  passedOver ||= sound.length < chunks.length;
  return passedOver && !everyChoiceEnds(sound) ? undefined : { chunks: sound, exact };
}

/** The lines between two blank ones, without their field names. */
function* blocksOf(bytes: Uint8Array): Generator<{ text: string; offset: number }[]> {
  const decoder = new TextDecoder();
  let block: { text: string; offset: number }[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, offset);
    const end = feed < 0 ? bytes.length : feed;
    const line = decoder.decode(bytes.subarray(offset, end)).replace(/\r$/, '');
    const text = line.replace(PREFIX, '');
    if (line === '') {
      if (block.length > 0) yield block;
      block = [];
    } else if (!NO_DATA.test(line) && text.trim() !== '' && !DONE.test(text.trim())) {
      block.push({ text, offset });
    }
    offset = end + 1;
  }
  if (block.length > 0) yield block;
}

/** The chunks in a value: itself, those of a list, or those in a JSON string. */
function objectsOf({ value }: JsonText): Chunk['json'][] {
  if (isObject(value)) return [value];
  if (Array.isArray(value)) return value.filter(isObject);
  if (typeof value !== 'string') return [];
  try {
    const inner: unknown = parseJson(value);
    return isObject(inner) ? [inner] : [];
  } catch {
    return [];
  }
}

function everyChoiceEnds(chunks: readonly Chunk[]): boolean {
  const open = new Set<unknown>();
  const ended = new Set<unknown>();
  for (const { json } of chunks) {
    for (const part of list(json.choices)) {
      const reason = member(part, 'finish_reason');
      (typeof reason === 'string' && reason !== '' ? ended : open).add(member(part, 'index') ?? 0);
    }
  }
  return ended.size > 0 && [...open].every((index) => ended.has(index));
}
