import type { Judge } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import { isObject, member } from '../json.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import type { StreamTable } from '../table.ts';
import { partsByChoice, placeIn } from './parts.ts';

/** The first delta of every choice has the role assistant. */
export const roleFirst: Judge<ParsedStream> = (reading) => {
  for (const parts of partsByChoice(reading).values()) {
    const first = parts[0]!;
    const role = member(first.delta, 'role');
    // Another check reports a delta that is not an object.
    if (role === 'assistant' || !isObject(first.delta)) continue;
    const place = placeIn(first.chunk, `/choices/${first.at}/delta/role`);
    const expected = 'the role assistant in the first delta of each choice';
    return [finding(reading.exchange, expected, show(role), place)];
  }
  return [];
};

const delta = (members: object, index = 0) => ({ choices: [{ index, delta: members }] });

export const table: StreamTable = {
  check: 'stream/role-first',
  of: 'stream',
  judge: roleFirst,
  rows: [
    ['in the first delta', [delta({ role: 'assistant' }), delta({ content: 'Hi' })], 'holds'],
    ['in every delta', [delta({ role: 'assistant' }), delta({ role: 'assistant', content: 'Hi' })], 'holds'],
    ['a delta that is no object', [{ choices: [{ index: 0, delta: 'Hi' }] }], 'holds'],
    ['no role', [delta({ content: 'Hi' })], 'byte 0 /choices/0/delta/role'],
    ['another role', [delta({ role: 'user' })], 'byte 0 /choices/0/delta/role'],
  ],
};
