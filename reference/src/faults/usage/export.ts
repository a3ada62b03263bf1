import { replies } from '../../change/answers.ts';
import { exported, type UsageEndpoint } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { UsageRecord } from '../../usage-record.ts';
import { ADDED_UP } from './export-contents.ts';

const isExport = (_: unknown, request: ServiceRequest) => request.endpoint === 'export';

function* first(records: Iterable<UsageRecord>, count: number): Iterable<UsageRecord> {
  let i = 0;
  for (const record of records) if (i++ < count) yield record;
}

function* each(
  records: Iterable<UsageRecord>,
  edit: (record: UsageRecord, i: number) => UsageRecord[],
): Iterable<UsageRecord> {
  let i = 0;
  for (const record of records) yield* edit(record, i++);
}

const every = (edit: (record: UsageRecord, i: number) => UsageRecord[]) =>
  exported((records) => each(records, edit));

const broken = (endpoint: UsageEndpoint) =>
  replies(
    (_, request) => request.endpoint === endpoint,
    (reply) => (reply.status === 200 ? { status: 500, headers: [], body: new Uint8Array() } : reply),
  );

const numbers = ['input_tokens', 'output_tokens', 'total_requests'] as const;

const TWO_HUNDRED = { hidden: 'no allowed range has more than two hundred rows' };

/** The export: its rows, and whether it works at all (4.4). */
export const exportRows: readonly Fault[] = [
  ...faults('must', 'usage/* path/*', [
    [
      'usage/export-cut-at-100',
      '4.4',
      'the export ends after 100 rows',
      exported((records) => first(records, 100)),
    ],
    [
      'usage/export-cut-at-200',
      '4.4',
      'the export ends after 200 rows',
      exported((records) => first(records, 200)),
      {
        bases: {
          'usage/101-records': { hidden: 'no export of closed days has more than a hundred rows' },
          'csv/summed-by-model': { hidden: 'no export has more than two hundred rows that add up models' },
          'usage/looks-back-60-days': TWO_HUNDRED,
          'usage/looks-back-31-days': TWO_HUNDRED,
        },
      },
    ],
    [
      'usage/export-loses-first',
      '4.4',
      'the export lacks its first record',
      every((record, i) => (i === 0 ? [] : [record])),
    ],
    [
      'usage/export-loses-one',
      '4.4',
      'the export lacks one record',
      every((record, i) => (i === 5 ? [] : [record])),
    ],
    [
      'usage/export-repeats-one',
      '4.4',
      'the export has one record twice',
      every((record, i) => (i === 5 ? [record, record] : [record])),
    ],
    [
      'usage/export-joined',
      '4.4',
      'a join multiplies the rows of the export',
      every((record) => [record, record]),
    ],
    [
      'usage/export-without-app',
      '4.4',
      'the export lacks usage of the app',
      every((record) => (record.source === 'app' ? [] : [record])),
    ],
    ...numbers.map(
      (member) =>
        [
          `usage/export-${member.replaceAll('_', '-')}-one-more`,
          '4.4',
          `the export's ${member} are one too high in one row`,
          every((record, i) => [i === 5 ? { ...record, [member]: record[member] + 1 } : record]),
        ] as const,
    ),
    [
      'usage/export-negative',
      '4.4',
      'the export has a negative count',
      every((record, i) => [i === 5 ? { ...record, input_tokens: -record.input_tokens - 1 } : record]),
    ],
    [
      'usage/export-json',
      '4.4',
      'the export is JSON',
      replies(isExport, (reply) =>
        reply.status === 200
          ? { ...reply, headers: [['Content-Type', 'application/json']], body: Buffer.from('[{"id":"1"}]') }
          : reply,
      ),
    ],
    [
      'usage/export-html',
      '4.4',
      'the export is a web page',
      replies(isExport, (reply) =>
        reply.status === 200
          ? {
              ...reply,
              headers: [['Content-Type', 'text/html']],
              body: Buffer.from('<!doctype html><html><body>Your report is being prepared.</body></html>'),
            }
          : reply,
      ),
    ],
    [
      'usage/export-empty',
      '4.4',
      'the export is empty',
      replies(isExport, (reply) => (reply.status === 200 ? { ...reply, body: new Uint8Array() } : reply)),
    ],
    [
      'usage/export-cut',
      '4.4',
      'the connection is reset in the middle of the export',
      replies(isExport, (reply) =>
        reply.status === 200
          ? { ...reply, body: Buffer.from('id,user_id,org_id\r\n1,2'), end: 'reset' }
          : reply,
      ),
      { network: true },
    ],
    ['usage/export-500', '4.4', 'the export is an unhandled exception (500)', broken('export')],
    ['usage/summary-500', '4.3', 'the summary is an unhandled exception (500)', broken('summary')],
    ['usage/stats-500', '4.2', 'the records are an unhandled exception (500)', broken('stats')],
  ]),
  ...faults('should', 'usage/*', [
    [
      'usage/export-rows-merged',
      '4.4',
      'the export adds up the records of a day',
      exported(function* (records) {
        let held: UsageRecord | undefined;
        for (const record of records) {
          if (held && held.date === record.date) {
            held = {
              ...held,
              input_tokens: held.input_tokens + record.input_tokens,
              output_tokens: held.output_tokens + record.output_tokens,
              total_tokens: held.total_tokens + record.total_tokens,
              total_requests: held.total_requests + record.total_requests,
            };
          } else {
            if (held) yield held;
            held = record;
          }
        }
        if (held) yield held;
      }),
      ADDED_UP,
    ],
  ]),
];
