import type { Finding } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { mediaType } from '../../vocabulary/exchange.ts';
import { finding } from '../finding.ts';
import type { FramingKind } from '../framing-reader.ts';
import { quote } from '../quote.ts';
import { framing, payloadsAreObjects } from './framing.ts';
import type { ParsedStream } from './parsed-stream.ts';

/** A rule of framing: the check that tells of it, and the irregularities that break it. */
export interface Rule {
  id: CheckId;
  title: string;
  /** What breaks it, for `explain`. */
  about: string;
  kinds: readonly FramingKind[];
}

/** Rules that section 6 states, in the order in which a stream is looked at. */
export const MUST_RULES: readonly Rule[] = [
  {
    id: 'stream/valid-utf8',
    title: 'A stream is valid UTF-8 as a whole',
    about: 'A byte sequence that is not UTF-8 fails, however the network cut the body.',
    kinds: ['invalid-utf8'],
  },
  {
    id: 'stream/one-data-line',
    title: 'Every event of a stream is one data: line and a blank line',
    about: 'A line that is no field, or a second data: line before the blank line, fails.',
    kinds: ['stray-line', 'several-data-lines', 'line-too-long'],
  },
  {
    id: 'stream/payloads-are-json',
    title: 'Each payload but the last is one JSON object',
    about: 'A payload that does not parse, or is an array, a string, a number or null, fails.',
    kinds: [],
  },
  {
    id: 'stream/ends-with-done',
    title: 'A stream ends with data: [DONE]',
    about: 'An end without it, or another spelling, fails. A stream that told of an error is not judged.',
    kinds: ['done-missing', 'done-misspelt'],
  },
  {
    id: 'stream/done-blank-line',
    title: 'A blank line follows data: [DONE]',
    about: 'A body that ends right after [DONE], without the blank line that dispatches the event, fails.',
    kinds: ['done-without-blank-line'],
  },
  {
    id: 'stream/done-once',
    title: 'data: [DONE] comes once',
    about: 'A second [DONE] fails.',
    kinds: ['done-repeated'],
  },
  {
    id: 'stream/nothing-after-done',
    title: 'No event follows data: [DONE]',
    about: 'Any data: line or text after [DONE] fails; blank and comment lines there are another check.',
    kinds: ['event-after-done'],
  },
];

/** What the words of section 6 leave out and event streams allow. */
export const SHOULD_RULES: readonly Rule[] = [
  {
    id: 'stream/no-comments',
    title: 'A stream has no comment lines',
    about: 'A line that begins with a colon warns: each chunk is a line starting with data:.',
    kinds: ['comment'],
  },
  {
    id: 'stream/no-other-fields',
    title: 'A stream has no event:, id: or retry: fields',
    about: 'Such a field warns: each chunk is a line starting with data:.',
    kinds: ['other-field'],
  },
  {
    id: 'stream/no-lone-cr',
    title: 'The lines of a stream end with LF or CRLF',
    about: 'A carriage return without a line feed warns: many readers do not take it for a line end.',
    kinds: ['lone-cr'],
  },
  {
    id: 'stream/no-extra-blank-lines',
    title: 'One blank line separates the events of a stream',
    about: 'A further blank line warns.',
    kinds: ['extra-blank-line'],
  },
  {
    id: 'stream/no-byte-order-mark',
    title: 'A stream begins without a byte-order mark',
    about: 'A byte-order mark before the first data: warns.',
    kinds: ['byte-order-mark'],
  },
  {
    id: 'stream/no-lines-after-done',
    title: 'No blank or comment line follows the end of a stream',
    about: 'A blank line, a comment or a field after [DONE] and its blank line warns.',
    kinds: ['line-after-done'],
  },
];

/** The findings of one rule in one stream. */
export function judgeRule(rule: Rule, reading: ParsedStream): readonly Finding[] {
  return rule.id === 'stream/payloads-are-json'
    ? payloadsAreObjects(reading)
    : framing(...rule.kinds)(reading);
}

/** The first breach of a rule in a stream. */
export function breach(rule: Rule, reading: ParsedStream): Finding | undefined {
  return judgeRule(rule, reading)[0];
}

/** The content type of a streamed answer is text/event-stream, parameters allowed. */
export function eventStreamType({ exchange }: { exchange: ParsedStream['exchange'] }): readonly Finding[] {
  const type = mediaType(exchange);
  if (type === 'text/event-stream') return [];
  const actual = type === '' ? 'none' : quote(type);
  return [finding(exchange, 'content type text/event-stream', actual, 'header content-type')];
}

/** All that a compressed stream must keep: its framing, its content type, and an end. */
export function keepsFraming(reading: ParsedStream): readonly Finding[] {
  const { exchange } = reading;
  if (exchange.failure) {
    const place = `byte ${exchange.response?.body.size ?? 0}`;
    return [
      finding(exchange, 'a compressed stream ends as its framing says', exchange.failure.message, place),
    ];
  }
  const found = [...eventStreamType(reading), ...MUST_RULES.flatMap((rule) => judgeRule(rule, reading))][0];
  return found ? [{ ...found, expected: `when compression is allowed too, ${found.expected}` }] : [];
}
