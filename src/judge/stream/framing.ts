import type { Finding, Judge } from '../../vocabulary/check.ts';
import { finding } from '../finding.ts';
import type { FramingKind } from '../framing-reader.ts';
import type { ParsedStream } from './parsed-stream.ts';

/** In which words each irregularity is told: what should stand there, and what to call what does. */
const WORDS: Record<FramingKind, readonly [expected: string, actual: string]> = {
  'invalid-utf8': ['the body is valid UTF-8', 'the bytes'],
  'stray-line': ['every event is one data: line and a blank line', 'a line that is no field'],
  'several-data-lines': [
    'every event is one data: line and a blank line',
    'a further data: line before the blank line',
  ],
  'line-too-long': ['lines of a size that can be judged', 'a line above 16 MiB'],
  'done-missing': ['the stream ends with data: [DONE]', 'the end of the body in the middle of the event'],
  'done-misspelt': ['the stream ends with data: [DONE], spelt exactly so', 'the payload'],
  'done-repeated': ['data: [DONE] comes once', 'it again'],
  'done-without-blank-line': ['a blank line follows data: [DONE]', 'the end of the body right after'],
  'event-after-done': ['no event follows data: [DONE]', 'a further line'],
  comment: ['each chunk is a line starting with data:, without comment lines', 'the comment'],
  'other-field': ['each chunk is a line starting with data:, without other fields', 'the field'],
  'lone-cr': ['lines end with LF or CRLF', 'a lone CR after'],
  'extra-blank-line': ['one blank line after each event', 'a further blank line'],
  'byte-order-mark': ['the body begins with data:', 'a byte-order mark'],
  'line-after-done': ['nothing follows data: [DONE] and its blank line', 'a further line'],
};

/** A judge of one rule of framing: it tells the first of these irregularities that the stream shows. */
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
    const before = size === 0 ? 'the body is empty' : `the body ends there, after ${inWords(events)}`;
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
          'each payload but [DONE] is one JSON object',
          `${fault.kind === 'not-json' ? 'text that is not JSON' : 'JSON that is no object'}: ${fault.sample}${
            fault.count > 1 ? ` (${whole ? '' : 'at least '}${fault.count} payloads)` : ''
          }`,
          `byte ${fault.offset}`,
        ),
      ]
    : [];
