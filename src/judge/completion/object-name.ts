import type { Finding } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import type { BodyTable, Completion } from '../table.ts';

/** `object` is chat.completion, the default if it is absent. */
export function objectName({ exchange, body }: Completion): Finding[] {
  const { object } = body;
  if (object === undefined || object === null || object === 'chat.completion') return [];
  return [finding(exchange, 'object is chat.completion', show(object), 'body /object')];
}

export const table: BodyTable = {
  check: 'completion/object-name',
  of: 'body',
  judge: objectName,
  rows: [
    ['the usual', { object: 'chat.completion' }, 'holds'],
    ['left out, and so its default', {}, 'holds'],
    ['null, which another check tells of', { object: null }, 'holds'],
    ['that of chunks', { object: 'chat.completion.chunk' }, 'body /object'],
    ['a number', { object: 1 }, 'body /object'],
  ],
};
