import { valueAt } from '../../contract/pointer.ts';
import { validate } from '../../contract/schemas.ts';
import type { Finding, Judge } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import type { Chunk, ParsedStream } from '../parsed-stream.ts';
import { placeIn } from './parts.ts';

/**
 * The members of a chunk that OpenAI documents have their documented types; each kind of violation is reported
 * once.
 */
export const documentedTypes: Judge<ParsedStream> = (reading) => {
  const known = judged.get(reading.chunks) ?? judge(reading);
  judged.set(reading.chunks, known);
  return known;
};

/** Many checks need to know whether the chunks of a stream are trustworthy; each stream is validated once. */
const judged = new WeakMap<readonly Chunk[], readonly Finding[]>();

function judge({ exchange, chunks }: ParsedStream): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const chunk of chunks) {
    for (const violation of validate('chunk-documented', chunk.json)) {
      const member = violation.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
      // Fragments without an index have their own check.
      if (member === '/choices/*/delta/tool_calls/*/index') continue;
      const key = `${member} ${violation.keyword}`;
      if (found.has(key)) continue;
      const expected = `in a chunk, ${member} ${violation.message.replace(/^is not of/, 'is of')}`.replace(
        'is required and absent',
        'is present',
      );
      const actual = show(valueAt(chunk.json, violation.pointer));
      found.set(key, finding(exchange, expected, actual, placeIn(chunk, violation.pointer)));
    }
  }
  return [...found.values()];
}
