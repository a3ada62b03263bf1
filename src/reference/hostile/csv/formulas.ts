import type { Hostile } from '../hostile.ts';
import { answer, CSV_TYPE, isExport } from '../wire.ts';

/** A report may be opened in a spreadsheet. */
export const csvFormulas: Hostile = {
  id: 'csv-formulas',
  title: 'exports cells that spreadsheets would run',
  expects: {
    exit: 1,
    only: ['4.4'],
    verdicts: {
      'usage/export-is-csv': 'pass',
      'usage/export-range': 'fail',
      'usage/export-formula-cells': 'observed',
      // It shows no column of numbers, so that stats and summary are compared without it.
      'usage/totals-requests': 'pass',
    },
  },
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    answer(
      call.socket,
      '200 OK',
      [CSV_TYPE],
      "id,email,model\n1,=cmd|' /C calc'!A0,+1\n2,@SUM(1+1)*cmd,-1\n",
    );
  },
};
