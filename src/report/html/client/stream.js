/** Line ends, made visible. */
const ENDS = { '\r\n': '\\r\\n', '\n': '\\n', '\r': '\\r' };

/**
 * The lines of a body as received: text, visible end, byte offset, and the arrival of the read that began the line
 * (milliseconds after the request).
 */
export function streamLines(text, reads) {
  const encoder = new TextEncoder();
  const lines = [];
  let offset = 0;
  let read = 0;
  let readEnd = reads[0]?.[1] ?? 0;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    if (match[0] === '') continue;
    while (offset >= readEnd && read < reads.length - 1) readEnd += reads[++read][1];
    lines.push({ text: match[1], end: ENDS[match[2]] ?? '', offset, at: reads[read]?.[0] });
    offset += encoder.encode(match[0]).length;
  }
  return lines;
}

/** The events of a stream, between empty lines: the time and the byte offset of the first line of each. */
export function streamEvents(lines) {
  const first = lines.filter(({ text }, i) => text !== '' && (i === 0 || lines[i - 1].text === ''));
  const events = first.map(({ offset, at = 0 }) => ({ offset, at }));
  return events.map((event, i) => ({ ...event, gap: i === 0 ? event.at : event.at - events[i - 1].at }));
}
