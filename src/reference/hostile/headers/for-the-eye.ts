import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { isSummary } from '../wire.ts';

/** What a report shows must not act. */
export const headersForTheEye: Hostile = {
  id: 'headers-for-the-eye',
  title: 'puts terminal escapes and script into status line and headers',
  expects: summaryUndecided(/the response is not HTTP\/1.1: Invalid header value char/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const nasty = '\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>';
    call.socket.end(
      `HTTP/1.1 418 ${nasty}\r\nContent-Type: text/html\r\nAllow: ${nasty}\r\nX-Request-Id: ${nasty}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
  },
};
