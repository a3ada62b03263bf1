import type { Finding, Judge } from '../../vocabulary/check.ts';
import { finding } from '../finding.ts';
import type { FramingKind } from '../framing-reader.ts';
import type { ParsedStream } from '../parsed-stream.ts';

/** The words for each irregularity: the expectation, and the name of what was found. */
const WORDS: Record<FramingKind, readonly [expected: string, actual: string]> = {
  'invalid-utf8': ['a body in valid UTF-8', 'the bytes'],
  'stray-line': ['one data: line and a blank line per event', 'a line that is no field'],
  'several-data-lines': [
    'one data: line and a blank line per event',
    'a second data: line before the blank line',
  ],
  'line-too-long': ['lines of at most 16 MiB', 'a line above 16 MiB'],
  'done-missing': ['data: [DONE] at the end of the stream', 'the end of the body in the middle of the event'],
  'done-misspelt': ['data: [DONE] at the end of the stream, spelled exactly so', 'the payload'],
  'done-repeated': ['data: [DONE] once', '[DONE] again'],
  'done-without-blank-line': ['a blank line after data: [DONE]', 'the end of the body right after it'],
  'event-after-done': ['no event after data: [DONE]', 'another line'],
  comment: ['lines starting with data:, no comment lines', 'the comment'],
  'other-field': ['lines starting with data:, no other fields', 'the field'],
  'lone-cr': ['line ends LF or CRLF', 'a lone CR after'],
  'extra-blank-line': ['one blank line after each event', 'another blank line'],
  'byte-order-mark': ['data: at the start of the body', 'a byte-order mark'],
  'line-after-done': ['nothing after data: [DONE] and its blank line', 'another line'],
};

/** A judge of one framing rule: it reports the first of these irregularities in the stream. */
export function framing(...kinds: readonly FramingKind[]): Judge<ParsedStream> {
  return (reading) => {
    for (const kind of kinds) {
      const found = irregularity(reading, kind);
      if (found) return [found];
    }
    return [];
  };
}

function irregularity(reading: ParsedStream, kind: FramingKind): Finding | undefined {
  const seen = reading.framing.irregularities.get(kind);
  if (!seen) return undefined;
  const [expected, actual] = WORDS[kind];
  const place = `byte ${seen.offset}`;
  const { events, size } = reading.framing;
  if (kind === 'done-missing' && seen.offset === size) {
    const before = size === 0 ? 'an empty body' : `the end of the body after ${inWords(events)}`;
    return finding(reading.exchange, expected, before, place, { derived: 'absent' });
  }
  const times = seen.count > 1 ? ` (${seen.count} times)` : '';
  return finding(reading.exchange, expected, `${actual} ${seen.sample}${times}`, place);
}

const inWords = (events: number): string =>
  events === 0 ? 'no event' : events === 1 ? 'one event' : `${events} events`;

/** Each payload but the last is one JSON object. */
export const payloadsAreObjects: Judge<ParsedStream> = ({ exchange, payloadFault: fault, whole }) =>
  fault
    ? [
        finding(
          exchange,
          'one JSON object in each payload except [DONE]',
          `${fault.kind === 'not-json' ? 'text that is not JSON' : 'JSON that is no object'}: ${fault.sample}${
            fault.count > 1 ? ` (${whole ? '' : 'at least '}${fault.count} payloads)` : ''
          }`,
          `byte ${fault.offset}`,
        ),
      ]
    : [];
