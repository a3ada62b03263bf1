import type { Change } from '../behaviour.ts';
import { counts, summedByModel, summedInLakhs, summedOverDays } from '../change/exported-sums.ts';
import { cell, csv } from '../change/usage.ts';
import type { Variant } from '../deviation.ts';
import type { Write } from '../message.ts';
import type { UsageRecord } from '../usage-record.ts';
import { csvTotals, UNREAD } from './csv-totals.ts';
import { variants } from './variant.ts';

const columns = (...pairs: [keyof UsageRecord, string][]): Change => csv({ columns: pairs });

const dotted = (text: string) => text.slice(0, 10).split('-').reverse().join('.');

/** How the export may be written (4.4). */
export const csvStyles: readonly Variant[] = [
  ...variants('csv-columns', [
    [
      'csv/few-columns',
      '4.4',
      'the export has only a few columns',
      columns(
        ['date', 'date'],
        ['email', 'email'],
        ['model', 'model'],
        ['model_provider', 'model_provider'],
        ['source', 'source'],
        ['input_tokens', 'input_tokens'],
        ['output_tokens', 'output_tokens'],
        ['total_tokens', 'total_tokens'],
        ['total_requests', 'total_requests'],
      ),
    ],
    [
      'csv/titles',
      '4.4',
      'columns have titles in plain English',
      columns(
        ['date', 'Date'],
        ['email', 'User Email'],
        ['model', 'Model'],
        ['model_provider', 'Provider'],
        ['source', 'Source'],
        ['total_requests', 'Requests'],
        ['input_tokens', 'Input Tokens'],
        ['output_tokens', 'Output Tokens'],
        ['total_tokens', 'Total Tokens'],
      ),
    ],
    [
      'csv/camel-case',
      '4.4',
      'columns are in camel case',
      columns(
        ['id', 'id'],
        ['user_id', 'userId'],
        ['date', 'date'],
        ['model', 'model'],
        ['model_provider', 'modelProvider'],
        ['source', 'source'],
        ['email', 'email'],
        ['input_tokens', 'inputTokens'],
        ['output_tokens', 'outputTokens'],
        ['total_tokens', 'totalTokens'],
        ['total_requests', 'totalRequests'],
      ),
    ],
    [
      'csv/no-total',
      '4.4',
      'the export has no column of total tokens',
      columns(
        ['date', 'Date'],
        ['email', 'User'],
        ['model', 'Model'],
        ['model_provider', 'Provider'],
        ['source', 'Source'],
        ['input_tokens', 'Prompt Tokens'],
        ['output_tokens', 'Completion Tokens'],
        ['total_requests', 'Requests'],
      ),
    ],
  ]),
  ...variants('csv-header', [
    [
      'csv/no-header',
      '4.4',
      'the export has no header',
      csv({ header: false }),
      { mayWarn: ['usage/export-one-header'], against: ['csv-columns', 'csv-totals', 'history'] },
    ],
    [
      'csv/caption',
      '4.4',
      'a caption row precedes the header',
      csv({ caption: [['Usage report']] }),
      { mayWarn: ['usage/export-one-header'] },
    ],
    [
      'csv/preamble',
      '4.4',
      'rows with the name of the report, its organization and nothing precede the header',
      csv({ caption: [['Usage report'], ['Organization', 'Meridian'], []] }),
      { mayWarn: ['usage/export-one-header'] },
    ],
  ]),
  ...variants('csv-dates', [
    ['csv/dates-day-first', '4.4', 'dates are written as DD.MM.YYYY', cell('date', dotted)],
    [
      'csv/dates-of-a-database',
      '4.4',
      'dates are in a database format',
      cell('date', (text) => (text ? `${text.slice(0, 10)} 00:00:00+00` : text)),
    ],
    [
      'csv/dates-in-seconds',
      '4.4',
      'dates are seconds since 1970',
      cell('date', (text) => (Number.isNaN(Date.parse(text)) ? text : String(Date.parse(text) / 1000))),
    ],
  ]),
  ...variants('csv-columns', [
    ['csv/summed-by-model', '4.4', 'the export has one row per day and model', summedByModel],
    ['csv/summed-over-days', '4.4', 'the export has one row per model', summedOverDays],
    [
      'csv/summed-in-lakhs',
      '4.4',
      'the export has one row per model, with counts in the groups of India',
      summedInLakhs,
    ],
  ]),
  ...variants('csv-numbers', [
    [
      'csv/arabic-digits',
      '4.4',
      'counts are written in Arabic digits',
      counts((text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))),
      {
        // In an empty range, too, a row of totals has counts that cannot be read.
        undecided: [...UNREAD, 'usage/export-range'],
        // Only values tell which columns of an export without a header hold counts.
        against: ['csv-header'],
      },
    ],
  ]),
  ...variants('csv-guard', [
    [
      'csv/addresses-guarded',
      '4.4',
      'email addresses are prefixed with an apostrophe against formula injection',
      cell('email', (text) => (text.includes('@') ? `'${text}` : text)),
    ],
  ]),
  ...variants('csv-quoting', [['csv/all-quoted', '4.4', 'all cells are quoted', csv({ quoting: 'all' })]]),
  ...variants('csv-line-ends', [['csv/lf', '4.4', 'lines end with LF', csv({ newline: '\n' })]]),
  ...variants('csv-end', [
    ['csv/no-final-newline', '4.4', 'the last line has no newline', csv({ finalNewline: false })],
  ]),
  ...variants('csv-delimiter', [
    ['csv/semicolon', '4.4', 'cells are separated by semicolons', csv({ delimiter: ';' })],
    ['csv/tab', '4.4', 'cells are separated by tabs', csv({ delimiter: '\t' })],
    [
      'csv/separator-line',
      '4.4',
      'a first line declares the delimiter for spreadsheets',
      csv({ delimiter: ';', separatorLine: true }),
    ],
  ]),
  ...variants('csv-encoding', [
    ['csv/bom', '4.4', 'the export begins with a byte-order mark', csv({ bom: true })],
    [
      'csv/utf-16',
      '4.4',
      'the export is UTF-16',
      csv({ encoding: 'utf-16le', bom: true, contentType: 'text/csv; charset=utf-16' }),
      { against: ['csv-type'] },
    ],
  ]),
  ...csvTotals,
  ...variants('csv-type', [
    [
      'csv/octet-stream',
      '4.4',
      'the export is an octet stream',
      csv({ contentType: 'application/octet-stream', fileName: undefined }),
    ],
    [
      'csv/excel',
      '4.4',
      'the export is labeled as a spreadsheet',
      csv({ contentType: 'application/vnd.ms-excel' }),
    ],
    [
      'csv/plain',
      '4.4',
      'the export is labeled plain text',
      csv({ contentType: 'text/plain', fileName: 'usage-2026.csv' }),
    ],
  ]),
  ...variants('csv-more', [
    [
      'csv/prices',
      '4.4',
      'extra columns contain prices, two of them with the same title',
      (before) => ({
        csvRow: (cells, row, request) => [
          ...before.csvRow(cells, row, request),
          ...(row === 0 ? ['Total ($)', 'Cost', 'Cost'] : ['0.12', '0.04', '0.08']),
        ],
      }),
      { against: ['csv-columns', 'csv-header', 'csv-totals'] },
    ],
  ]),
  ...variants('csv-nothing', [
    [
      'csv/nothing-204',
      '4.4',
      'an export without rows has status 204',
      (before) => ({
        reply: (reply, request) => {
          const made = before.reply(reply, request);
          if (request.endpoint !== 'export' || made.status !== 200) return made;
          const { body } = made;
          const writes = body instanceof Uint8Array ? [{ bytes: body }] : [...(body as Iterable<Write>)];
          const bytes = Buffer.concat(writes.map((write) => write.bytes));
          const rows = bytes.toString().split('\n').length - 2;
          return rows > 0 ? { ...made, body: bytes } : { ...made, status: 204, body: new Uint8Array() };
        },
      }),
    ],
  ]),
];
