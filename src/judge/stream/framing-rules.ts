import type { ParsedStream } from '../parsed-stream.ts';
import type { Rule } from '../rule.ts';
import { framing, payloadsAreObjects } from './framing.ts';

/**
 * The framing of a stream, in order: the rules of section 6, then what it does not mention and event streams allow.
 */
export const FRAMING_RULES: readonly Rule<ParsedStream>[] = [
  {
    id: 'stream/valid-utf8',
    title: 'A stream is valid UTF-8',
    clauses: ['6'],
    level: 'must',
    about: 'Joins all bytes of the body. Fails if they are not valid UTF-8.',
    judge: framing('invalid-utf8'),
  },
  {
    id: 'stream/one-data-line',
    title: 'Every event is one data: line and a blank line',
    clauses: ['6'],
    level: 'must',
    about: 'Fails if a line is no field, or an event has a second data: line.',
    judge: framing('stray-line', 'several-data-lines', 'line-too-long'),
  },
  {
    id: 'stream/payloads-are-json',
    title: 'Every payload except [DONE] is one JSON object',
    clauses: ['6'],
    level: 'must',
    about: 'Fails if a payload cannot be parsed, or is an array, a string, a number or null.',
    judge: payloadsAreObjects,
  },
  {
    id: 'stream/ends-with-done',
    title: 'A stream ends with data: [DONE]',
    clauses: ['6'],
    level: 'must',
    about:
      'Fails if [DONE] is missing or spelled differently. Does not judge a stream that reported an error.',
    judge: framing('done-missing', 'done-misspelt'),
  },
  {
    id: 'stream/done-blank-line',
    title: 'A blank line follows data: [DONE]',
    clauses: ['6'],
    level: 'must',
    about: 'Fails if the body ends without the blank line that dispatches the [DONE] event.',
    judge: framing('done-without-blank-line'),
  },
  {
    id: 'stream/done-once',
    title: 'data: [DONE] appears once',
    clauses: ['6'],
    level: 'must',
    about: 'Fails if [DONE] appears again.',
    judge: framing('done-repeated'),
  },
  {
    id: 'stream/nothing-after-done',
    title: 'No event follows data: [DONE]',
    clauses: ['6'],
    level: 'must',
    about:
      'Fails if a data: line or text follows [DONE]. Another check judges blank and comment lines there.',
    judge: framing('event-after-done'),
  },
  {
    id: 'stream/no-comments',
    harm: 'form',
    title: 'A stream has no comment lines',
    clauses: ['6'],
    level: 'should',
    about:
      'Warns if a line begins with a colon: the contract says that each chunk is a line starting with data:.',
    judge: framing('comment'),
  },
  {
    id: 'stream/no-other-fields',
    harm: 'form',
    title: 'A stream has no event:, id: or retry: fields',
    clauses: ['6'],
    level: 'should',
    about:
      'Warns if a stream has such a field: the contract says that each chunk is a line starting with data:.',
    judge: framing('other-field'),
  },
  {
    id: 'stream/no-lone-cr',
    harm: 'form',
    title: 'Stream lines end with LF or CRLF',
    clauses: ['6'],
    level: 'should',
    about: 'Warns if a carriage return has no line feed: many readers do not end a line there.',
    judge: framing('lone-cr'),
  },
  {
    id: 'stream/no-extra-blank-lines',
    harm: 'form',
    title: 'Exactly one blank line separates two events',
    clauses: ['6'],
    level: 'should',
    about: 'Warns if there are two or more blank lines.',
    judge: framing('extra-blank-line'),
  },
  {
    id: 'stream/no-byte-order-mark',
    harm: 'form',
    title: 'A stream has no byte-order mark',
    clauses: ['6'],
    level: 'should',
    about: 'Warns if a byte-order mark precedes the first data: line.',
    judge: framing('byte-order-mark'),
  },
  {
    id: 'stream/no-lines-after-done',
    harm: 'form',
    title: 'The stream ends with the blank line after [DONE]',
    clauses: ['6'],
    level: 'should',
    about: 'Warns if another blank line, a comment or a field follows.',
    judge: framing('line-after-done'),
  },
];

/** The rules without which a stream is unreadable. */
export const STATED_FRAMING = FRAMING_RULES.filter(({ level }) => level === 'must');
