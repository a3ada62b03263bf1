import { exportWithoutNumbersFails, UNHURRIED } from './expectations.ts';
import type { Hostile } from './hostile.ts';
import { answers, CSV_TYPE, isExport } from './wire.ts';

/** Services that hurt by the export. */
export const csv: readonly Hostile[] = [
  // A row is as wide as a file is long.
  {
    id: 'csv-million-columns',
    title: 'exports a million columns',
    expects: {
      exit: 3,
      only: ['4.4'],
      verdicts: {
        'usage/export-is-csv': 'pass',
        'usage/export-range': 'inconclusive',
        'usage/export-one-header': 'warn',
        'usage/totals-requests': 'inconclusive',
      },
      timeout: UNHURRIED,
      seconds: 45,
    },
    act: answers(isExport, CSV_TYPE, `${'c,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`),
  },
  // The rest of the file is one cell.
  {
    id: 'csv-unclosed-quote',
    title: 'opens a quote in the export and never closes it',
    expects: exportWithoutNumbersFails(/quote that is never closed/, {
      timeout: UNHURRIED,
      seconds: 40,
    }),
    act: answers(isExport, CSV_TYPE, `id,email,model\n1,"${'a,b\n'.repeat(500_000)}`),
  },
  // A report may be opened in a spreadsheet.
  {
    id: 'csv-formulas',
    title: 'exports cells that spreadsheets would run',
    expects: {
      exit: 3,
      only: ['4.4'],
      verdicts: {
        'usage/export-is-csv': 'pass',
        'usage/export-range': 'inconclusive',
        'usage/export-formula-cells': 'observed',
        // It shows no column of numbers, so that stats and summary are compared without it.
        'usage/totals-requests': 'pass',
      },
    },
    act: answers(isExport, CSV_TYPE, "id,email,model\n1,=cmd|' /C calc'!A0,+1\n2,@SUM(1+1)*cmd,-1\n"),
  },
  // Quoting that no dialect allows.
  {
    id: 'csv-of-quotes',
    title: 'exports quotes in wrong places',
    expects: exportWithoutNumbersFails(/text after a closing quote/),
    act: answers(isExport, CSV_TYPE, 'id,em"ail,mo""del\n"1"x,"2""","\n'),
  },
];
