import type { Judge } from '../../vocabulary/check.ts';
import { answerOfStream } from '../answer.ts';
import { finding } from '../finding.ts';
import type { ParsedStream } from '../parsed-stream.ts';
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
  return [finding(reading.exchange, 'as many choices as n', actual, place)];
};

/** The choices of a stream are numbered from 0. Another check reports their number. */
export const indicesFromZero: Judge<ParsedStream> = (reading) => {
  const indices = answerOfStream(reading).choices.map((choice) => choice.index);
  if (indices.every((index, i) => index === i)) return [];
  const actual = `choice indices ${indices.slice(0, 8).join(', ')}`;
  const place = placeIn(reading.chunks[0]!, '/choices');
  return [finding(reading.exchange, 'choice indices 0 to n-1', actual, place)];
};
