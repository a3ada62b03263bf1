import type { Change } from '../../behaviour.ts';
import { absent, type Edit, present, put } from '../../change/pointer.ts';
import { inRecords, inSummary } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';

type Level = Fault['level'];
type Row = readonly [member: string, level: Level, what: string, edit: Edit];

const bare = present((v) => String(v).slice(0, 10));
const local = present((v) => new Date(String(v)).toUTCString());

/** So long that every record was created in the future. */
const AHEAD = 1000 * 86_400_000;

const RECORD: readonly Row[] = [
  ...['id', 'user_id', 'org_id'].flatMap((member): Row[] => [
    [member, 'must', 'missing', absent],
    [member, 'must', 'null', put(null)],
    [member, 'must', 'no-uuid', present((v) => `u-${String(v).slice(0, 8)}`)],
  ]),
  ...['email', 'model', 'source'].flatMap((member): Row[] => [
    [member, 'must', 'missing', absent],
    [member, 'must', 'number', put(7)],
  ]),
  ['model_provider', 'must', 'number', put(7)],
  ['source', 'must', 'other-word', present((v) => (v === 'app' ? 'web' : v))],
  ['source', 'must', 'capitals', present((v) => String(v).toUpperCase())],
  ...['input_tokens', 'output_tokens', 'total_tokens', 'total_requests'].flatMap((member): Row[] => [
    [member, 'must', 'missing', absent],
    [member, 'must', 'null', put(null)],
    [member, 'must', 'string', present(String)],
    [member, 'must', 'fraction', present((v) => Number(v) + 0.5)],
    [member, 'must', 'negative', present((v) => -Number(v) - 1)],
  ]),
  ['email', 'should', 'empty', put('')],
  ['email', 'should', 'no-address', present((v) => String(v).replace('@', ' '))],
  ['created_at', 'should', 'ahead', present((v) => new Date(Date.parse(String(v)) + AHEAD).toISOString())],
  ['total_tokens', 'should', 'one-more', present((v) => Number(v) + 1)],
  ...['date', 'created_at'].flatMap((member): Row[] => [
    [member, 'must', 'missing', absent],
    [member, 'must', 'null', put(null)],
    [member, 'must', 'epoch', present((v) => Date.parse(String(v)))],
    [member, 'must', 'bare', bare],
    [member, 'must', 'local', local],
    [member, 'should', 'spaced', present((v) => String(v).replace('T', ' '))],
  ]),
];

const SUMS = ['total_input_tokens', 'total_output_tokens', 'total_tokens', 'total_requests'];
const COUNTS = ['unique_users', 'unique_models', 'unique_providers'];

const SUMMARY: readonly Row[] = [
  ...[...SUMS, ...COUNTS, 'api_usage', 'app_usage', 'date_range_days'].flatMap((member, i): Row[] => [
    [member, 'must', 'missing', absent],
    i % 3 === 0
      ? [member, 'must', 'null', put(null)]
      : i % 3 === 1
        ? [member, 'must', 'fraction', present((v) => Number(v) + 0.5)]
        : [member, 'must', 'string', present(String)],
  ]),
  ...SUMS.map((member): Row => [member, 'must', 'one-more', present((v) => Number(v) + 1)]),
  ...COUNTS.map((member): Row => [member, 'should', 'one-more', present((v) => Number(v) + 1)]),
  ['api_usage', 'should', 'one-less', present((v) => Math.max(0, Number(v) - 1))],
  ['app_usage', 'should', 'one-less', present((v) => Math.max(0, Number(v) - 1))],
  ['unique_models', 'must', 'negative', put(-1)],
  ['app_usage', 'must', 'negative', put(-1)],
  ['date_range_days', 'should', 'doubled', present((v) => Number(v) * 2 + 7)],
  ['date_range_days', 'should', 'minus-two', present((v) => Number(v) - 2)],
];

const WORDS: Readonly<Record<string, string>> = {
  missing: 'is missing',
  null: 'is null',
  string: 'is a string',
  number: 'is a number',
  fraction: 'is not an integer',
  negative: 'is negative',
  bare: 'is a date without a time',
  local: 'is a date for people',
  epoch: 'is in milliseconds',
  spaced: 'has a space instead of T',
  'no-uuid': 'is not a UUID',
  'one-more': 'is one too high',
  'one-less': 'is one too low',
  empty: 'is empty',
  capitals: 'is in capitals',
  'no-address': 'is not an email address',
  'other-word': 'is neither api nor app',
  ahead: 'is in the future',
  doubled: 'is doubled',
  'minus-two': 'is two too low',
};

/** Why the number of providers is unknown. */
const UNCOUNTED = hidden('the counted records have no provider', 'usage/provider-not-shown');

const rows = (where: string, clause: string, list: readonly Row[], change: typeof inRecords): Fault[] =>
  list.flatMap(([member, level, what, edit]) =>
    faults(level, 'usage/* isolation/* accounting/*', [
      [
        `usage/${where}-${member.replaceAll('_', '-')}-${what}`,
        clause,
        `${member} of the ${where} ${WORDS[what] ?? `has the value ${what}`}`,
        change(`/${member}`, edit),
        member === 'unique_providers' && what === 'one-more' ? UNCOUNTED : {},
      ],
    ]),
  );

const HOUR = 3_600_000;

/** Records that were made a moment ago say the time of a place in the east as that of UTC. */
const madeInTheEast: Change = (before) => ({
  record: (json, request) => {
    const made = before.record(json, request);
    const created = Date.parse(String(made.created_at));
    const isNew = Math.abs(created - request.receivedAt) < HOUR;
    return isNew ? { ...made, created_at: new Date(created + 5 * HOUR).toISOString() } : made;
  },
});

/** Members of the records (2.8) and of the summary (2.9). */
export const usageMembers: readonly Fault[] = [
  ...rows('record', '2.8', RECORD, inRecords),
  ...rows('summary', '2.9', SUMMARY, inSummary),
  ...faults('should', 'usage/stats-created-before-now', [
    [
      'usage/own-record-hours-ahead',
      '2.8',
      "created_at of the run's own record is five hours ahead",
      madeInTheEast,
      {
        bases: {
          opposite: { hidden: 'created_at is made anew for each answer, and shows no offset' },
          'usage/created-anew': { hidden: 'created_at is made anew for each answer' },
        },
      },
    ],
  ]),
];
