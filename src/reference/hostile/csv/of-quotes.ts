import { exportWithoutNumbersFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, CSV_TYPE, isExport } from '../wire.ts';

/** Quoting that no dialect allows. */
export const csvOfQuotes: Hostile = {
  id: 'csv-of-quotes',
  title: 'exports quotes in wrong places',
  expects: exportWithoutNumbersFails(/text after a closing quote/),
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    answer(call.socket, '200 OK', [CSV_TYPE], 'id,em"ail,mo""del\n"1"x,"2""","\n');
  },
};
