import { exportUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CSV_TYPE, flood, head, isExport } from '../wire.ts';

const LINE = Buffer.alloc(65_536, 'a,b,c,d,e,f,g\n');

/** Announced, and larger than any memory. */
export const bodyFiveGigabytes: Hostile = {
  id: 'body-five-gigabytes',
  title: 'exports 5 GB and says so',
  expects: exportUndecided(/the exchange did not end within|the body exceeds/, { seconds: 45 }),
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    const size = 5 * 1024 ** 3;
    call.socket.write(head('200 OK', [CSV_TYPE, ['content-length', String(size)]]));
    let left = size / LINE.length;
    flood(call.socket, () => (left-- > 0 ? LINE : undefined));
  },
};
