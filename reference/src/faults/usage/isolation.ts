import type { Change } from '../../behaviour.ts';
import { knowingOrganizations, knowsOneName, otherThan } from '../../change/organizations.ts';
import { asked, listed, type UsageEndpoint } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { UsageQuery } from '../../usage-record.ts';

const other = (query: UsageQuery, organizations: readonly string[]): string =>
  organizations.find((id) => id !== query.organization) ?? query.organization;

const REFUSED = {
  'usage/unknown-refused': { hidden: 'requests that name an organization are rejected' },
  'usage/organization-known': {
    hidden: 'requests that name an organization by an unknown parameter are rejected',
  },
};

/** Shows another organization's usage, by the query and the two existing organizations. */
const mixed = (
  endpoints: readonly UsageEndpoint[],
  which: (query: UsageQuery, both: readonly string[]) => UsageQuery,
): Change =>
  knowingOrganizations((all) =>
    asked(endpoints, (query) =>
      which(
        query,
        [all[0], all[2]].filter((id) => id !== undefined),
      ),
    ),
  );

/** Lets a request select the organization. */
const wished = (endpoints: readonly UsageEndpoint[], named: (request: ServiceRequest) => string[]): Change =>
  knowingOrganizations((all) =>
    asked(endpoints, (query, request) => {
      const wish = named(request).find((value) => all.includes(value));
      return wish === undefined ? query : { ...query, organization: wish };
    }),
  );

/** Shows the second organization the usage of the first. */
const ofTheFirst = (endpoint: UsageEndpoint): Change =>
  mixed([endpoint], (query, all) =>
    query.organization === all[1] ? { ...query, organization: all[0]! } : query,
  );

/** Whose usage is shown (5.3). */
export const isolation: readonly Fault[] = faults('must', 'isolation/* usage/*', [
  [
    'isolation/header-picks-organization',
    '5.3',
    'a header selects the organization for any key',
    (before) => {
      const another = mixed(['stats'], (query, all) => ({ ...query, organization: all[1]! }))(before);
      return {
        ...another,
        usageQuery: (query, request) =>
          (request.headers['openai-organization'] ? another : before).usageQuery!(query, request),
      };
    },
  ],
  [
    'isolation/stats-of-another',
    '5.3',
    'the second organization sees the records of the first',
    ofTheFirst('stats'),
  ],
  [
    'isolation/swapped',
    '5.3',
    'the usage of both organizations is swapped',
    mixed(['stats', 'summary', 'export'], (query, all) => ({
      ...query,
      organization: other(query, all),
    })),
  ],
  [
    'isolation/summary-of-another',
    '5.3',
    'the summary of the second organization is that of the first',
    ofTheFirst('summary'),
  ],
  [
    'isolation/export-of-another',
    '5.3',
    'the export of the second organization is that of the first',
    ofTheFirst('export'),
  ],
  [
    'isolation/every-seventh-answer',
    '5.3',
    'every seventh usage answer is that of another organization',
    knowingOrganizations((all) =>
      asked(['stats', 'summary', 'export'], (query, request) => {
        const strays = request.service.count('usage answers') % 7 === 6;
        return strays ? { ...query, organization: otherThan(query, all) } : query;
      }),
    ),
  ],
  [
    'isolation/one-stranger',
    '5.3',
    'the last record of a page belongs to another organization',
    knowingOrganizations((all) => (before) => ({
      list: (source, query, request) => {
        const own = before.list(source, query, request);
        const strange = source.list({ ...query, organization: otherThan(query, all), limit: 1, offset: 0 });
        return own.length > 1 && strange[0] ? [...own.slice(0, -1), strange[0]] : own;
      },
    })),
  ],
  [
    'isolation/organization-by-query',
    '5.3',
    'a query parameter selects the organization for any key',
    wished(['stats', 'summary', 'export'], (request) => [...request.query.values()]),
    { bases: REFUSED },
  ],
  ...(['stats', 'summary', 'export'] as const).map(
    (endpoint) =>
      [
        `isolation/organization-by-one-name-in-${endpoint}`,
        '5.3',
        `one query parameter of the ${endpoint} selects the organization for any key`,
        knowsOneName([endpoint], (named, own, all) => (all.includes(named) ? named : own)),
      ] as const,
  ),
  ...(['summary', 'export'] as const).flatMap((endpoint) => [
    [
      `isolation/organization-by-query-in-${endpoint}`,
      '5.3',
      `a query parameter of the ${endpoint} selects the organization for any key`,
      wished([endpoint], (request) => [...request.query.values()]),
      { bases: REFUSED },
    ] as const,
    [
      `isolation/organization-by-header-in-${endpoint}`,
      '5.3',
      `a header selects the organization of the ${endpoint} for any key`,
      wished([endpoint], (request) => Object.values(request.headers)),
    ] as const,
  ]),
  [
    'isolation/tokens-of-another',
    '5.3',
    'the summary counts output tokens of all organizations',
    (before) => {
      const others = mixed(['summary'], (query, all) => ({ ...query, organization: other(query, all) }))(
        before,
      );
      return {
        ...others,
        usageQuery: before.usageQuery,
        summarize: (source, query, request) => {
          const own = before.summarize(source, query, request);
          const theirs = before.summarize(source, others.usageQuery!(query, request), request);
          return { ...own, total_output_tokens: own.total_output_tokens + theirs.total_output_tokens };
        },
      };
    },
  ],
  [
    'isolation/org-by-user',
    '5.3',
    'org_id is the id of the user',
    listed((records) => records.map((record) => ({ ...record, org_id: record.user_id }))),
  ],
]);
