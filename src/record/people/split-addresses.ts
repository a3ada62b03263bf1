import type { Place } from './hiding.ts';
import type { Patches, RawValues } from './raw-value.ts';

/** A member with text in a line, as in `"content":"jane@"`. */
const MEMBER = /"([A-Za-z_]{1,40})"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g;
/** Words that are the same in every event, and no part of a text. */
const NO_TEXT = /^(?:id|object|model|role|type|finish_reason|system_fingerprint|service_tier|created|owner)$/;

/** Pieces of a text, and where they stand. */
interface Joined {
  text: string;
  /** Offset in the text, and place in the body, of each piece. */
  pieces: { offset: number; place: number; length: number }[];
}

/**
 * Finds addresses that an event stream delivers in pieces: the members of all events are put together, choice by choice,
 * as a client would. Only what goes over more than one piece is patched, and only what ends after `done`.
 */
export function joinedAddresses(
  body: string,
  done: number,
  values: RawValues,
  place: Place,
  out: Patches,
): void {
  for (const { text, pieces } of joinedMembers(body).values()) {
    if (pieces.length < 2 || !text.includes('@')) continue;
    const made = values.hide(text, 'any', { ...place, names: false });
    if (made === text) continue;
    for (const run of changes(text, made)) {
      const parts = pieces.filter((p) => p.offset < run.end && p.offset + p.length > run.start);
      const [last] = parts.slice(-1);
      if (parts.length < 2 || last!.place + last!.length <= done) continue;
      for (const part of parts) {
        const from = Math.max(run.start, part.offset);
        const until = Math.min(run.end, part.offset + part.length);
        out.put(part.place + from - part.offset, made.slice(from, until));
      }
    }
  }
}

function joinedMembers(body: string): Map<string, Joined> {
  const groups = new Map<string, Joined>();
  for (let at = 0; at < body.length; ) {
    const feed = body.indexOf('\n', at);
    const end = feed < 0 ? body.length : feed;
    const line = body.slice(at, end);
    const choice = /"index"\s*:\s*(\d{1,6})/.exec(line)?.[1] ?? '';
    for (const match of line.matchAll(MEMBER)) {
      const [whole, name = '', value = ''] = match;
      if (value === '' || NO_TEXT.test(name)) continue;
      const key = `${choice} ${name}`;
      const group = groups.get(key) ?? { text: '', pieces: [] };
      groups.set(key, group);
      group.pieces.push({
        offset: group.text.length,
        place: at + match.index + whole.length - 1 - value.length,
        length: value.length,
      });
      group.text += value;
    }
    at = end + 1;
  }
  return groups;
}

/** Runs in which two texts differ; what is alike within an address does not part it. */
export function changes(before: string, after: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let i = 0; i < before.length; i++) {
    if (before[i] === after[i]) continue;
    const last = runs.at(-1);
    if (last && /^[^\s"<>,;]*$/.test(before.slice(last.end, i))) last.end = i + 1;
    else runs.push({ start: i, end: i + 1 });
  }
  return runs;
}
