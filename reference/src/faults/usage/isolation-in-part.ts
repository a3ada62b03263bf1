import type { Change } from '../../behaviour.ts';
import { knowingOrganizations } from '../../change/organizations.ts';
import { asked } from '../../change/usage.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { Reply } from '../../message.ts';
import { totalsTogether } from '../../usage/sums.ts';
import type { UsageQuery, UsageRecord, UsageSummary } from '../../usage-record.ts';
import { needsProviders } from './filters.ts';

/** Filters of the stats that may use a separate query. */
const FILTERS = ['model', 'provider', 'source'] as const;

/** Shows the second organization some members of the first one's summary. */
const toldOfAnother = (members: readonly (keyof UsageSummary)[]) =>
  knowingOrganizations((all) => (before) => ({
    summarize: (source, query, request) => {
      const own = before.summarize(source, query, request);
      if (query.organization !== all[2]) return own;
      const other = before.summarize(source, { ...query, organization: all[0]! }, request);
      return { ...own, ...Object.fromEntries(members.map((member) => [member, other[member]])) };
    },
  }));

/** Shows the first organization, after its own filtered records, those of the second. */
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

const FEW_DAYS = 3;

/** Caches the records of a few days by their dates, for all callers. */
const remembersFewDays: Change = (before) => {
  const known = new Map<string, UsageRecord[]>();
  return {
    list: (source, query, request) => {
      const { organization: _, firstDay, lastDay, ...rest } = query;
      const isShort = firstDay !== undefined && lastDay !== undefined && lastDay - firstDay < FEW_DAYS;
      if (!isShort || request.endpoint !== 'stats') return before.list(source, query, request);
      const asked = JSON.stringify([firstDay, lastDay, rest]);
      const records = known.get(asked) ?? before.list(source, query, request);
      known.set(asked, records);
      return records;
    },
  };
};

/** Caches the result of each usage request by its address, for all callers, as shared proxies do. */
const cachedByAddress: Change = (before) => {
  const known = new Map<string, Reply>();
  return {
    reply(reply, request) {
      const made = before.reply(reply, request);
      const isUsage = request.endpoint !== undefined && request.endpoint !== 'completions';
      if (!isUsage || made.status !== 200) return made;
      const address = `${request.path}?${request.query}`;
      const given = known.get(address) ?? made;
      known.set(address, given);
      return given;
    },
  };
};

const DAYS_OF_A_WEEK = 7;

/** Counts both organizations if no more than a week is requested. */
const togetherInAWeek = (endpoint: 'summary' | 'export') =>
  knowingOrganizations((all) => (before) => {
    const isShort = ({ firstDay, lastDay }: UsageQuery) =>
      firstDay !== undefined && lastDay !== undefined && lastDay - firstDay < DAYS_OF_A_WEEK;
    const both = (query: UsageQuery) => [
      query,
      { ...query, organization: all[query.organization === all[0] ? 2 : 0]! },
    ];
    if (endpoint === 'summary')
      return {
        summarize: (source, query, request) =>
          isShort(query)
            ? both(query)
                .map((one) => before.summarize(source, one, request))
                .reduce(totalsTogether)
            : before.summarize(source, query, request),
      };
    return {
      exported: function* (source, query, request) {
        for (const one of isShort(query) ? both(query) : [query])
          yield* before.exported(source, one, request);
      },
    };
  });

/** A filter by provider needs records with providers. */
const needing = (filter: (typeof FILTERS)[number], row: FaultRow): FaultRow =>
  filter === 'provider' ? needsProviders(row) : row;

/** Organizations that are mixed in one part of a response, or for one kind of query (5.3). */
export const inPart: readonly Fault[] = [
  ...faults('must', 'isolation/* usage/*', [
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
          `with a filter by ${filter} the first organization also sees records of the second`,
          addsAnother(filter),
        ]),
    ),
    [
      'isolation/later-pages-of-another',
      '5.3',
      'after the first page the second organization sees the records of the first',
      knowingOrganizations((all) =>
        asked(['stats'], (query) =>
          query.organization === all[2] && (query.offset ?? 0) > 0
            ? { ...query, organization: all[0]! }
            : query,
        ),
      ),
    ],
    [
      'isolation/few-days-remembered',
      '5.3',
      'stats: ranges of a few days are cached without regard to the key',
      remembersFewDays,
    ],
    [
      'isolation/usage-cached-by-address',
      '5.3',
      'usage responses are cached by address, without regard to the key',
      cachedByAddress,
    ],
    ...(['summary', 'export'] as const).map(
      (endpoint): FaultRow => [
        `isolation/${endpoint}-of-a-week-together`,
        '5.3',
        `the ${endpoint} of a week or less has the usage of both organizations`,
        togetherInAWeek(endpoint),
      ],
    ),
    [
      'isolation/completions-in-both',
      '5.3',
      'each completion is also counted for the other organization',
      knowingOrganizations((all) => (before) => ({
        account: (entry, origin, request) =>
          before
            .account(entry, origin, request)
            .flatMap((made) => [made, { ...made, organization: all[2] ?? made.organization }]),
      })),
    ],
    [
      'isolation/app-usage-of-another',
      '5.3',
      'the second organization sees the app_usage of the first',
      toldOfAnother(['app_usage']),
    ],
  ]),
  ...faults('should', 'isolation/* usage/*', [
    [
      'isolation/users-of-another',
      '5.3',
      'the second organization sees unique_users of the first',
      toldOfAnother(['unique_users']),
    ],
  ]),
];
