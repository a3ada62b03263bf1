/** Text that a stream delivers in pieces, put together, with the place in the body that each byte came from. */
export interface JoinedText {
  bytes: Buffer;
  /** Offset in the body of the byte at this offset of `bytes`. */
  place(offset: number): number;
}

const MEMBER = /"(content|reasoning|reasoning_content|arguments|text)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g;

/** Larger streams are not joined: no answer that a run asks for comes near. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Joins the text members of an event stream's deltas, choice by choice, as a client would show them: what was split over
 * several chunks is in one piece again. Empty for a body that is no event stream.
 */
export function joinDeltas(body: Buffer): JoinedText[] {
  if (body.length > MOST_BYTES || !looksLikeEvents(body)) return [];
  const groups = new Map<string, { starts: number[]; texts: string[] }>();
  const text = body.toString('latin1');
  let lineStart = 0;
  while (lineStart < text.length) {
    let lineEnd = text.indexOf('\n', lineStart);
    if (lineEnd < 0) lineEnd = text.length;
    const line = text.slice(lineStart, lineEnd);
    const choice = /"index"\s*:\s*(\d{1,6})/.exec(line)?.[1] ?? '';
    for (const match of line.matchAll(MEMBER)) {
      const value = match[2]!;
      if (value === '') continue;
      const key = `${choice} ${match[1]}`;
      const group = groups.get(key) ?? { starts: [], texts: [] };
      groups.set(key, group);
      group.starts.push(lineStart + match.index + match[0].length - 1 - value.length);
      group.texts.push(value);
    }
    lineStart = lineEnd + 1;
  }
  return [...groups.values()].filter((g) => g.texts.length > 1).map(joined);
}

function looksLikeEvents(body: Buffer): boolean {
  return body.subarray(0, 512).includes('data:');
}

function joined({ starts, texts }: { starts: number[]; texts: string[] }): JoinedText {
  const ends: number[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length;
    ends.push(length);
  }
  return {
    bytes: Buffer.from(texts.join(''), 'latin1'),
    place(offset) {
      let low = 0;
      let high = ends.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle]! > offset) high = middle;
        else low = middle + 1;
      }
      return starts[low]! + offset - (ends[low]! - texts[low]!.length);
    },
  };
}
