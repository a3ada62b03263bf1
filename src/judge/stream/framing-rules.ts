import type { Rule } from '../rule.ts';
import { framing, payloadsAreObjects } from './framing.ts';
import type { ParsedStream } from './parsed-stream.ts';

/**
 * The framing of a stream, in the order in which it is looked at: what section 6 states, then what it leaves out and event
 * streams allow.
 */
export const FRAMING_RULES: readonly Rule<ParsedStream>[] = [
  {
    id: 'stream/valid-utf8',
    title: 'A stream is valid UTF-8 as a whole',
    clauses: ['6'],
    level: 'must',
    about: 'A byte sequence that is not UTF-8 fails, however the network cut the body.',
    judge: framing('invalid-utf8'),
  },
  {
    id: 'stream/one-data-line',
    title: 'Every event of a stream is one data: line and a blank line',
    clauses: ['6'],
    level: 'must',
    about: 'A line that is no field, or a second data: line before the blank line, fails.',
    judge: framing('stray-line', 'several-data-lines', 'line-too-long'),
  },
  {
    id: 'stream/payloads-are-json',
    title: 'Each payload but the last is one JSON object',
    clauses: ['6'],
    level: 'must',
    about: 'A payload that does not parse, or is an array, a string, a number or null, fails.',
    judge: payloadsAreObjects,
  },
  {
    id: 'stream/ends-with-done',
    title: 'A stream ends with data: [DONE]',
    clauses: ['6'],
    level: 'must',
    about: 'An end without it, or another spelling, fails. A stream that told of an error is not judged.',
    judge: framing('done-missing', 'done-misspelt'),
  },
  {
    id: 'stream/done-blank-line',
    title: 'A blank line follows data: [DONE]',
    clauses: ['6'],
    level: 'must',
    about: 'A body that ends right after [DONE], without the blank line that dispatches the event, fails.',
    judge: framing('done-without-blank-line'),
  },
  {
    id: 'stream/done-once',
    title: 'data: [DONE] comes once',
    clauses: ['6'],
    level: 'must',
    about: 'A second [DONE] fails.',
    judge: framing('done-repeated'),
  },
  {
    id: 'stream/nothing-after-done',
    title: 'No event follows data: [DONE]',
    clauses: ['6'],
    level: 'must',
    about: 'Any data: line or text after [DONE] fails; blank and comment lines there are another check.',
    judge: framing('event-after-done'),
  },
  {
    id: 'stream/no-comments',
    harm: 'form',
    title: 'A stream has no comment lines',
    clauses: ['6'],
    level: 'should',
    about: 'A line that begins with a colon warns: each chunk is a line starting with data:.',
    judge: framing('comment'),
  },
  {
    id: 'stream/no-other-fields',
    harm: 'form',
    title: 'A stream has no event:, id: or retry: fields',
    clauses: ['6'],
    level: 'should',
    about: 'Such a field warns: each chunk is a line starting with data:.',
    judge: framing('other-field'),
  },
  {
    id: 'stream/no-lone-cr',
    harm: 'form',
    title: 'The lines of a stream end with LF or CRLF',
    clauses: ['6'],
    level: 'should',
    about: 'A carriage return without a line feed warns: many readers do not take it for a line end.',
    judge: framing('lone-cr'),
  },
  {
    id: 'stream/no-extra-blank-lines',
    harm: 'form',
    title: 'One blank line separates the events of a stream',
    clauses: ['6'],
    level: 'should',
    about: 'A further blank line warns.',
    judge: framing('extra-blank-line'),
  },
  {
    id: 'stream/no-byte-order-mark',
    harm: 'form',
    title: 'A stream begins without a byte-order mark',
    clauses: ['6'],
    level: 'should',
    about: 'A byte-order mark before the first data: warns.',
    judge: framing('byte-order-mark'),
  },
  {
    id: 'stream/no-lines-after-done',
    harm: 'form',
    title: 'No blank or comment line follows the end of a stream',
    clauses: ['6'],
    level: 'should',
    about: 'A blank line, a comment or a field after [DONE] and its blank line warns.',
    judge: framing('line-after-done'),
  },
];

/** The rules without which a stream can't be read. */
export const STATED_FRAMING = FRAMING_RULES.filter(({ level }) => level === 'must');
