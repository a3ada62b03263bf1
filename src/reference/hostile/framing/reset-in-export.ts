import { exportFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CSV_TYPE, head, isExport, reset } from '../wire.ts';

/** What came so far would pass for an export. */
export const resetInExport: Hostile = {
  id: 'reset-in-export',
  title: 'resets the connection after the first row of the export',
  expects: exportFails(/the connection was reset within the body/, { seconds: 40 }),
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    const rows = Buffer.from('date,input_tokens,output_tokens\n2026-01-05,1,2\n');
    call.socket.write(Buffer.concat([head('200 OK', [CSV_TYPE]), rows]), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
