import type { Change } from '../../behaviour.ts';
import { hash } from '../../chance.ts';
import { isDated, knowingOrganizations, otherThan } from '../../change/organizations.ts';
import type { UsageEndpoint } from '../../change/usage.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { UsageQuery, UsageRecord, UsageSource } from '../../usage-record.ts';
import { LAST_DAYS, TODAY } from './undated.ts';

/** A third organization, which no key of the run has: some days of the first one, with users and counts of its own. */
function third(source: UsageSource, query: UsageQuery, first: string): UsageRecord[] {
  return source.list({ ...query, organization: first }).flatMap((record) => {
    const luck = hash(record.id) >>> 0;
    if (luck % 3 !== 0) return [];
    const [input, output] = [record.input_tokens + 13, record.output_tokens + 5];
    const user = String(luck % 4).padStart(12, '0');
    return {
      ...record,
      id: record.id.replace(/^.{4}/, '9999'),
      user_id: `77777777-1111-4111-8111-${user}`,
      email: `third-${luck % 4}@example.io`,
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      total_requests: record.total_requests + 2,
    };
  });
}

/** Shows the records of all three organizations as those of whoever asks. */
const ofAll = (
  endpoints: readonly UsageEndpoint[],
  applies: (query: UsageQuery, request: ServiceRequest, all: readonly string[]) => boolean,
): Change =>
  knowingOrganizations((all) => (before) => {
    const concerned = (query: UsageQuery, request: ServiceRequest) =>
      endpoints.includes(request.endpoint as UsageEndpoint) && applies(query, request, all);
    const together = (source: UsageSource, query: UsageQuery, request: ServiceRequest): UsageRecord[] => {
      const { limit, offset = 0, ...open } = query;
      const own = before.list(source, open, request);
      const theirs = source.list({ ...open, organization: otherThan(query, all) });
      const others = [...theirs, ...third(source, open, all[0]!)];
      const shown = [...own, ...others.map((record) => ({ ...record, org_id: query.organization }))];
      shown.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1));
      return shown.slice(offset, limit === undefined ? undefined : offset + limit);
    };
    return {
      list: (source, query, request) =>
        concerned(query, request) ? together(source, query, request) : before.list(source, query, request),
      *exported(source, query, request) {
        if (concerned(query, request)) yield* together(source, query, request);
        else yield* before.exported(source, query, request);
      },
      summarize: (source, query, request) => {
        const own = before.summarize(source, query, request);
        if (!concerned(query, request)) return own;
        const records = together(source, query, request);
        const requestsBy = (of: string) =>
          records.reduce((total, { source: by, total_requests: n }) => (by === of ? total + n : total), 0);
        const sum = (m: 'input_tokens' | 'output_tokens' | 'total_tokens' | 'total_requests') =>
          records.reduce((total, record) => total + record[m], 0);
        return {
          ...own,
          total_input_tokens: sum('input_tokens'),
          total_output_tokens: sum('output_tokens'),
          total_tokens: sum('total_tokens'),
          total_requests: sum('total_requests'),
          api_usage: requestsBy('api'),
          app_usage: requestsBy('app'),
          unique_users: new Set(records.map(({ user_id }) => user_id)).size,
        };
      },
    };
  });

const ALL: readonly UsageEndpoint[] = ['stats', 'summary', 'export'];
const HIDDEN = { stats: LAST_DAYS, summary: TODAY, export: LAST_DAYS } as const;

/** A service of three organizations that does not keep them apart (5.3): sums are not those of two of them. */
export const ofThree: readonly Fault[] = faults('must', 'isolation/* usage/*', [
  [
    'isolation/all-three-everywhere',
    '5.3',
    'all endpoints show the usage of all three organizations',
    ofAll(ALL, () => true),
  ],
  ...ALL.flatMap((endpoint): FaultRow[] => [
    [
      `isolation/all-three-in-${endpoint}`,
      '5.3',
      `the ${endpoint} shows the usage of all three organizations`,
      ofAll([endpoint], () => true),
    ],
    [
      `isolation/undated-${endpoint}-of-all-three`,
      '5.3',
      `without dates the ${endpoint} shows the usage of all three organizations`,
      ofAll([endpoint], (_, request) => !isDated(request)),
      HIDDEN[endpoint],
    ],
  ]),
  ...(['stats', 'export'] as const).map(
    (endpoint): FaultRow => [
      `isolation/undated-${endpoint}-of-all-three-to-one`,
      '5.3',
      `without dates the ${endpoint} shows the first organization the usage of all three`,
      ofAll([endpoint], (query, request, all) => query.organization === all[0] && !isDated(request)),
      HIDDEN[endpoint],
    ],
  ),
]);
