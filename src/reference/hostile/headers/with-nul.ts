import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { isSummary } from '../wire.ts';

/** Bytes that no header may hold. */
export const headersWithNul: Hostile = {
  id: 'headers-with-nul',
  title: 'puts NUL and bare line feeds into the headers of the summary',
  expects: summaryUndecided(/the response is not HTTP\/1.1: Invalid header value char/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end('HTTP/1.1 200 OK\r\nX-A: b\0c\nX-D\r: e\r\nContent-Length: 2\r\n\r\n{}');
  },
};
