import { knowingOrganizations } from '../../change/organizations.ts';
import { asked } from '../../change/usage.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { UsageSummary } from '../../usage/record.ts';
import { needsProviders } from './needs-providers.ts';

/** Filters of the stats that may be looked up in a place of their own. */
const FILTERS = ['model', 'provider', 'source'] as const;

/** Tells the second organization some members of the first one's summary. */
const toldOfAnother = (members: readonly (keyof UsageSummary)[]) =>
  knowingOrganizations((all) => (before) => ({
    summarize: (source, query, request) => {
      const own = before.summarize(source, query, request);
      if (query.organization !== all[2]) return own;
      const other = before.summarize(source, { ...query, organization: all[0]! }, request);
      return { ...own, ...Object.fromEntries(members.map((member) => [member, other[member]])) };
    },
  }));

/** Shows the first organization, behind its own records by a filter, those of the second. */
const addsAnother = (filter: (typeof FILTERS)[number]) =>
  knowingOrganizations((all) => (before) => ({
    list: (source, query, request) => {
      const strange = query.organization === all[0] && query[filter] !== undefined;
      if (!strange) return before.list(source, query, request);
      const { limit, offset = 0, ...open } = query;
      const both = [query.organization, all[2]!].flatMap((organization) =>
        before.list(source, { ...open, organization }, request),
      );
      return both.slice(offset, limit === undefined ? undefined : offset + limit);
    },
  }));

/** A filter by providers is tried where records show some. */
const needing = (filter: (typeof FILTERS)[number], row: FaultRow): FaultRow =>
  filter === 'provider' ? needsProviders(row) : row;

/** Organizations that are not apart in one part of an answer, or for one kind of question (5.3). */
export const inPart: readonly Fault[] = [
  ...faults(
    'must',
    ['isolation/*', 'usage/*'],
    [
      ...FILTERS.map(
        (filter): FaultRow =>
          needing(filter, [
            `isolation/${filter}-filter-of-another`,
            '5.3',
            `with a filter by ${filter} the second organization sees the records of the first`,
            knowingOrganizations((all) =>
              asked(['stats'], (query) =>
                query.organization === all[2] && query[filter] !== undefined
                  ? { ...query, organization: all[0]! }
                  : query,
              ),
            ),
          ]),
      ),
      ...FILTERS.map(
        (filter): FaultRow =>
          needing(filter, [
            `isolation/${filter}-filter-adds-another`,
            '5.3',
            `with a filter by ${filter} the first organization sees those of the second behind its own`,
            addsAnother(filter),
          ]),
      ),
      [
        'isolation/app-usage-of-another',
        '5.3',
        'the second organization is told the app_usage of the first',
        toldOfAnother(['app_usage']),
      ],
    ],
  ),
  ...faults(
    'should',
    ['isolation/*', 'usage/*'],
    [
      [
        'isolation/users-of-another',
        '5.3',
        'the second organization is told how many users the first one has',
        toldOfAnother(['unique_users']),
      ],
    ],
  ),
];
