import type { Finding, Judge } from '../../vocabulary/check.ts';
import { plausibleTime } from '../completion/envelope.ts';
import { finding, show } from '../finding.ts';
import { list } from '../json.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import { placeIn } from './parts.ts';

/** A member that identifies the completion is the same in all chunks. */
export function sameThroughout(name: 'id' | 'created' | 'model'): Judge<ParsedStream> {
  return ({ exchange, chunks }) => {
    const first = chunks[0];
    const other = chunks.find((chunk) => chunk.json[name] !== first?.json[name]);
    if (first && first.json[name] === undefined) {
      return [finding(exchange, `${name} is the same in all chunks`, 'absent', placeIn(first, `/${name}`))];
    }
    if (!first || !other) return [];
    const actual = `${show(first.json[name])} first, ${show(other.json[name])} later`;
    return [finding(exchange, `${name} is the same in all chunks`, actual, placeIn(other, `/${name}`))];
  };
}

/** `created` is plausible in the first chunk with a choice; another rule compares the others. */
export const createdInSeconds: Judge<ParsedStream> = ({ exchange, chunks }): Finding[] => {
  const first = chunks.find(({ json }) => list(json.choices).length > 0);
  return first ? plausibleTime(exchange, first.json.created, placeIn(first, '/created')) : [];
};

/** `object` is chat.completion.chunk in all chunks. */
export const objectIsChunk: Judge<ParsedStream> = ({ exchange, chunks }): Finding[] => {
  const wrong = chunks.find((chunk) => chunk.json.object !== 'chat.completion.chunk');
  if (!wrong) return [];
  const expected = 'object is chat.completion.chunk in all chunks';
  return [finding(exchange, expected, show(wrong.json.object), placeIn(wrong, '/object'))];
};
