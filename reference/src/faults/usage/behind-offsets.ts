import type { Change } from '../../behaviour.ts';
import { listed, usualQuery } from '../../change/usage.ts';
import type { Json } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { Refused } from '../../refusal.ts';

/** Changes every record of a page after an offset. */
const behindOffset =
  (edit: (record: Json) => Json): Change =>
  (before) => ({
    envelope: (records, request) => {
      const first = !Number(usualQuery(before, request).get('offset') ?? 0);
      return before.envelope(first ? records : (records as Json[]).map(edit), request);
    },
  });

/** Rejects a page after the last record, as if it did not exist. */
const notFoundBehind: Change = (before) => ({
  list: (source, query, request) => {
    const records = before.list(source, query, request);
    if (records.length > 0 || !query.offset) return records;
    throw new Refused({ reason: 'not-found', message: 'There is no such page.' });
  },
});

/** Different records after an offset, pages with wrong bounds (2.8, 4.2). */
export const behindOffsets: readonly Fault[] = [
  ...faults('must', 'usage/*', [
    [
      'usage/second-page-model-null',
      '2.8',
      'records after an offset have no model',
      behindOffset((record) => ({ ...record, model: null })),
    ],
    [
      'usage/second-page-counts-texts',
      '2.8',
      'records after an offset have counts in quotes',
      behindOffset((record) => ({ ...record, total_tokens: String(record.total_tokens) })),
    ],
    [
      'usage/second-page-other-organization',
      '5.3',
      'records after an offset have an unknown org_id',
      behindOffset((record) => ({ ...record, org_id: '00000000-0000-4000-8000-000000000999' })),
    ],
    [
      'usage/second-page-counts-more',
      '4.2',
      'records after an offset count one request too many',
      behindOffset((record) => ({ ...record, total_requests: Number(record.total_requests) + 1 })),
      hidden('counts that follow the borders of pages look like corrections of closed days', 'mix'),
    ],
  ]),
  ...faults('should', 'usage/stats-*', [
    ['usage/offset-at-end-404', '4.2', 'an offset at the end of the records returns 404', notFoundBehind],
    [
      'usage/second-page-created-later',
      '2.8',
      'records after an offset have created_at in the future',
      behindOffset((record) => ({ ...record, created_at: '2199-01-01T00:00:00Z' })),
    ],
    [
      'usage/page-of-one-elsewhere',
      '4.2',
      'a page of one record does not show the first record',
      listed((records, query, source) =>
        query.limit === 1 && !query.offset ? source.list({ ...query, limit: 50 }).slice(-1) : records,
      ),
    ],
  ]),
];
