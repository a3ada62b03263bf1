import type { UsageRecord } from './usage-record.ts';

/** How the export is written (the contract leaves it open, 4.4). */
export interface CsvStyle {
  /** Member of the record and title of its column, from left to right. */
  columns: readonly (readonly [keyof UsageRecord, string])[];
  header: boolean;
  delimiter: string;
  quoting: 'minimal' | 'all';
  newline: string;
  /** Whether the last line ends with a newline. */
  finalNewline: boolean;
  bom: boolean;
  encoding: 'utf-8' | 'utf-16le';
  /** A first line `sep=;` that tells spreadsheets the delimiter. */
  separatorLine: boolean;
  /** Rows above the header, such as the name of the report, each as wide as it. */
  caption: readonly (readonly string[])[];
  /** A last row with the sums, its first cell being this word. */
  totalsRow: string | undefined;
  contentType: string | undefined;
  /** For Content-Disposition; undefined leaves the header out. */
  fileName: string | undefined;
}

/** RFC 4180 with every member of the record. */
export const PLAIN_CSV: CsvStyle = {
  columns: [
    ['id', 'id'],
    ['user_id', 'user_id'],
    ['org_id', 'org_id'],
    ['email', 'email'],
    ['model', 'model'],
    ['model_provider', 'model_provider'],
    ['source', 'source'],
    ['input_tokens', 'input_tokens'],
    ['output_tokens', 'output_tokens'],
    ['total_tokens', 'total_tokens'],
    ['total_requests', 'total_requests'],
    ['date', 'date'],
    ['created_at', 'created_at'],
  ],
  header: true,
  delimiter: ',',
  quoting: 'minimal',
  newline: '\r\n',
  finalNewline: true,
  bom: false,
  encoding: 'utf-8',
  separatorLine: false,
  caption: [],
  totalsRow: undefined,
  contentType: 'text/csv; charset=utf-8',
  fileName: 'usage.csv',
};
