import { exportUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, CSV_TYPE, chunk, flood, head, isExport } from '../wire.ts';

const PIECE = chunk(Buffer.alloc(65_536, 'a,b,c,d,e,f,g\n'));

/** Nothing announces its size. */
export const bodyFiveGigabytesChunked: Hostile = {
  id: 'body-five-gigabytes-chunked',
  title: 'exports 5 GB in chunks, without saying how much',
  expects: exportUndecided(/the exchange did not end within|the body exceeds/, { seconds: 45 }),
  act: () => (call) => {
    if (!isExport(call)) return call.pass();
    call.socket.write(head('200 OK', [CSV_TYPE, CHUNKED]));
    let left = (5 * 1024 ** 3) / 65_536;
    flood(call.socket, () => (left-- > 0 ? PIECE : undefined));
  },
};
