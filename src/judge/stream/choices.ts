import type { Judge } from '../../vocabulary/check.ts';
import { answerOfStream } from '../answer.ts';
import { finding } from '../finding.ts';
import type { ParsedStream } from './parsed-stream.ts';
import { placeIn } from './parts.ts';

/** A stream has as many choices as `n` asked for. */
export const choicesAsAsked: Judge<ParsedStream & { row: { choices: number } }> = (reading) => {
  const { choices } = answerOfStream(reading);
  if (choices.length === reading.row.choices) return [];
  const indices = choices.slice(0, 8).map((choice) => choice.index);
  const actual = `${choices.length} for n = ${reading.row.choices}${
    indices.length > 0 ? ` (indices ${indices.join(', ')}${choices.length > 8 ? ', …' : ''})` : ''
  }`;
  const last = reading.chunks.at(-1);
  const place = last ? placeIn(last, '/choices') : 'byte 0';
  return [finding(reading.exchange, 'a stream has as many choices as n asked for', actual, place)];
};
