import type { Judge } from '../../vocabulary/check.ts';
import { finding } from '../finding.ts';
import { isObject, member } from '../json.ts';
import { show } from '../quote.ts';
import type { ParsedStream } from './parsed-stream.ts';
import { partsByChoice, placeIn } from './parts.ts';

/** The first delta of every choice says that the assistant speaks. */
export const roleFirst: Judge<ParsedStream> = (reading) => {
  for (const parts of partsByChoice(reading).values()) {
    const first = parts[0]!;
    const role = member(first.delta, 'role');
    // A delta that is no object is told elsewhere.
    if (role === 'assistant' || !isObject(first.delta)) continue;
    const place = placeIn(first.chunk, `/choices/${first.at}/delta/role`);
    const expected = 'the role assistant comes in the first delta of each choice';
    return [finding(reading.exchange, expected, show(role), place)];
  }
  return [];
};
