import type { Change } from '../../behaviour.ts';
import { usualQuery } from '../../change/usage.ts';
import type { Json } from '../../completion/types.ts';
import { type Fault, faults } from '../../deviation.ts';

/** Changes every record of a page behind an offset. */
const behindOffset =
  (edit: (record: Json) => Json): Change =>
  (before) => ({
    envelope: (records, request) => {
      const first = !Number(usualQuery(before, request).get('offset') ?? 0);
      return before.envelope(first ? records : (records as Json[]).map(edit), request);
    },
  });

/** Records that say something else where they come from an offset (2.8, 4.2). */
export const behindOffsets: readonly Fault[] = faults(
  'must',
  ['usage/*'],
  [
    [
      'usage/second-page-model-null',
      '2.8',
      'records behind an offset have no model',
      behindOffset((record) => ({ ...record, model: null })),
    ],
    [
      'usage/second-page-counts-texts',
      '2.8',
      'records behind an offset have counts in quotes',
      behindOffset((record) => ({ ...record, total_tokens: String(record.total_tokens) })),
    ],
    [
      'usage/second-page-counts-more',
      '4.2',
      'records behind an offset count a request too much',
      behindOffset((record) => ({ ...record, total_requests: Number(record.total_requests) + 1 })),
    ],
  ],
);
