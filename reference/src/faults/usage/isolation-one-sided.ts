import type { Change } from '../../behaviour.ts';
import { knowingOrganizations, otherThan } from '../../change/organizations.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import { totalsTogether } from '../../usage/sums.ts';
import type { UsageQuery, UsageRecord, UsageSource } from '../../usage-record.ts';

/** Records of one organization and of another, shown as the first one's own. */
function* together(source: UsageSource, query: UsageQuery, stranger: string): Iterable<UsageRecord> {
  const { limit: _, offset: __, ...open } = query;
  const own = source.list(open);
  yield* own;
  const org = own[0]?.org_id;
  for (const record of source.each({ ...open, organization: stranger }))
    yield { ...record, org_id: org ?? record.org_id };
}

/** The key of `viewer` also shows the other organization's usage, in all endpoints alike. */
const seesBoth = (viewer: 0 | 2): Change =>
  knowingOrganizations((all) => (before) => {
    const stranger = (query: UsageQuery) =>
      query.organization === all[viewer] ? all[2 - viewer] : undefined;
    return {
      list: (source, query, request) => {
        const other = stranger(query);
        if (other === undefined) return before.list(source, query, request);
        const { offset = 0, limit } = query;
        return [...together(source, query, other)]
          .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
          .slice(offset, limit === undefined ? undefined : offset + limit);
      },
      exported: (source, query, request) => {
        const other = stranger(query);
        return other === undefined ? before.exported(source, query, request) : together(source, query, other);
      },
      summarize: (source, query, request) => {
        const own = before.summarize(source, query, request);
        const other = stranger(query);
        if (other === undefined) return own;
        const theirs = before.summarize(source, { ...query, organization: other }, request);
        const records = [...together(source, query, other)];
        const count = (member: 'user_id' | 'model' | 'model_provider') =>
          new Set(records.map((record) => record[member])).size;
        return {
          ...totalsTogether(own, theirs),
          api_usage: own.api_usage + theirs.api_usage,
          app_usage: own.app_usage + theirs.app_usage,
          unique_users: count('user_id'),
          unique_models: count('model'),
          unique_providers: count('model_provider'),
        };
      },
    };
  });

/** Adds the other organization's rows to exports of certain requests. */
const strangeRows = (is: (query: UsageQuery, request: ServiceRequest) => boolean): Change =>
  knowingOrganizations((all) => (before) => ({
    exported: function* (source, query, request) {
      yield* before.exported(source, query, request);
      const stranger: string | undefined = otherThan(query, all);
      if (stranger !== undefined && is(query, request))
        yield* source.each({ ...query, organization: stranger });
    },
  }));

/** Organizations that are mixed in one direction, or in one place, only (5.3). */
export const oneSided: readonly Fault[] = [
  ...faults('must', 'isolation/export', [
    [
      'isolation/export-of-both',
      '5.3',
      'only the export has the rows of both organizations',
      strangeRows(() => true),
    ],
    [
      'isolation/export-adds-another',
      '5.3',
      'the export ends with forty rows of the other organization',
      knowingOrganizations((all) => (before) => ({
        exported: function* (source, query, request) {
          yield* before.exported(source, query, request);
          const organization: string | undefined = otherThan(query, all);
          if (organization !== undefined)
            yield* source.list({ ...query, organization, limit: 40, offset: 0 });
        },
      })),
    ],
  ]),
  ...faults('must', 'isolation/* usage/*', [
    [
      'isolation/first-sees-both',
      '5.3',
      'the first organization also sees the usage of the second',
      seesBoth(0),
    ],
    [
      'isolation/second-sees-both',
      '5.3',
      'the second organization also sees the usage of the first',
      seesBoth(2),
    ],
    [
      'isolation/undated-export-with-a-foreign-row',
      '5.3',
      'without dates the export ends with one row of the other organization',
      knowingOrganizations((all) => (before) => ({
        exported: function* (source, query, request) {
          yield* before.exported(source, query, request);
          const organization: string | undefined = otherThan(query, all);
          if (organization === undefined || request.query.size > 0) return;
          yield* source.list({ organization, limit: 1, offset: 9 });
        },
      })),
    ],
    [
      'isolation/one-sided-export-of-both',
      '5.3',
      'with a start or an end alone the export has the rows of both organizations',
      strangeRows(({ firstDay, lastDay }) => (firstDay === undefined) !== (lastDay === undefined)),
      hidden('rows summed over days show no single day', 'csv/summed-over-days'),
    ],
  ]),
];
