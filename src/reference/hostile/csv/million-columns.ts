import type { Hostile } from '../hostile.ts';
import { answer, CSV_TYPE, isExport } from '../wire.ts';

/** A row is as wide as a file is long. */
export const csvMillionColumns: Hostile = {
  id: 'csv-million-columns',
  title: 'exports a million columns',
  expects: {
    exit: 1,
    only: ['4.4'],
    verdicts: {
      'usage/export-is-csv': 'pass',
      'usage/export-range': 'fail',
      'usage/export-one-header': 'warn',
      'usage/totals-requests': 'inconclusive',
    },
    seconds: 45,
  },
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    answer(
      call.socket,
      '200 OK',
      [CSV_TYPE],
      Buffer.from(`${'c,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`),
    );
  },
};
