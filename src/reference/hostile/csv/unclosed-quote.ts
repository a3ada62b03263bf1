import { exportWithoutNumbersFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, CSV_TYPE, isExport } from '../wire.ts';

/** The rest of the file is one cell. */
export const csvUnclosedQuote: Hostile = {
  id: 'csv-unclosed-quote',
  title: 'opens a quote in the export and never closes it',
  expects: exportWithoutNumbersFails(/quote that is never closed/, { seconds: 40 }),
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    answer(call.socket, '200 OK', [CSV_TYPE], Buffer.from(`id,email,model\n1,"${'a,b\n'.repeat(500_000)}`));
  },
};
