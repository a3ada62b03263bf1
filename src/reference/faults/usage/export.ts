import { replies } from '../../change/answers.ts';
import { cell, cells, csv, exported, lines } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { UsageRecord } from '../../usage/record.ts';

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

const numbers = ['input_tokens', 'output_tokens', 'total_requests'] as const;

/** The export: rows, sums, cells, and what CSV is (4.4). */
export const csvFaults: readonly Fault[] = [
  ...faults(
    'must',
    ['usage/*'],
    [
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
        'the export lacks what came from the app',
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
        'usage/export-columns-swapped',
        '4.4',
        'the titles of input and output tokens are swapped',
        csv({
          columns: [
            ['id', 'id'],
            ['email', 'email'],
            ['model', 'model'],
            ['model_provider', 'model_provider'],
            ['source', 'source'],
            ['input_tokens', 'output_tokens'],
            ['output_tokens', 'input_tokens'],
            ['total_tokens', 'total_tokens'],
            ['total_requests', 'total_requests'],
            ['date', 'date'],
          ],
        }),
      ],
      [
        'usage/export-unquoted',
        '4.4',
        'cells with commas and quotes are written without quoting',
        lines(function* (all) {
          for (const line of all) yield line.replaceAll('"', '');
        }),
      ],
      [
        'usage/export-quotes-not-doubled',
        '4.4',
        'quotes within cells are not doubled',
        lines(function* (all) {
          for (const line of all) yield line.replaceAll('""', '"');
        }),
      ],
      [
        'usage/export-ragged',
        '4.4',
        'some rows have a cell less',
        cells((row, _, i) => (i % 7 === 3 ? row.slice(0, -1) : row)),
      ],
      [
        'usage/export-ragged-long',
        '4.4',
        'some rows have a cell more',
        cells((row, _, i) => (i % 7 === 3 ? [...row, ''] : row)),
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
      ],
      [
        'usage/export-last-line-cut',
        '4.4',
        'the last row of the export breaks off',
        lines(function* (all) {
          let held: string | undefined;
          for (const line of all) {
            if (held !== undefined) yield held;
            held = line;
          }
          if (held !== undefined) yield held.slice(0, held.length / 2);
        }),
      ],
      [
        'usage/export-error-inside',
        '4.4',
        'an error message ends the export',
        lines(function* (all) {
          yield* all;
          yield 'Error: canceling statement due to statement timeout\n';
        }),
      ],
      [
        'usage/export-scientific',
        '4.4',
        'token counts are in scientific notation',
        cell('input_tokens', (text) => Number(text).toExponential(2)),
      ],
      [
        'usage/export-thousands',
        '4.4',
        'token counts have separators for thousands',
        cell('input_tokens', (text) => `${text.slice(0, -3)}.${text.slice(-3)}`),
      ],
      [
        'usage/export-none',
        '4.4',
        'a count that is zero is the word None',
        cell('output_tokens', (text, row) => (row % 5 === 0 ? 'None' : text)),
      ],
      [
        'usage/export-rounded',
        '4.4',
        'token counts are rounded to tens',
        cell('input_tokens', (text) => String(Math.round(Number(text) / 10) * 10)),
      ],
      [
        'usage/export-500',
        '4.4',
        'the export is an unhandled exception',
        replies(isExport, (reply) =>
          reply.status === 200 ? { status: 500, headers: [], body: new Uint8Array() } : reply,
        ),
      ],
      [
        'usage/summary-500',
        '4.3',
        'the summary is an unhandled exception',
        replies(
          (_, request) => request.endpoint === 'summary',
          (reply) => (reply.status === 200 ? { status: 500, headers: [], body: new Uint8Array() } : reply),
        ),
      ],
      [
        'usage/stats-500',
        '4.2',
        'the records are an unhandled exception',
        replies(
          (_, request) => request.endpoint === 'stats',
          (reply) => (reply.status === 200 ? { status: 500, headers: [], body: new Uint8Array() } : reply),
        ),
      ],
    ],
  ),
  ...faults(
    'should',
    ['usage/*'],
    [
      [
        'usage/export-header-repeated',
        '4.4',
        'the header is repeated every hundred rows',
        lines(function* (all) {
          let head: string | undefined;
          let i = 0;
          for (const line of all) {
            head ??= line;
            if (i > 0 && i % 100 === 0) yield head;
            i++;
            yield line;
          }
        }),
      ],
      [
        'usage/export-total-wrong',
        '4.4',
        'the total of an exported row is not the sum of input and output',
        cell('total_tokens', (text, row) => (row === 4 ? String(Number(text) + 1) : text)),
      ],
      ['usage/export-header-missing', '4.4', 'the export has no header', csv({ header: false })],
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
      ],
    ],
  ),
];
