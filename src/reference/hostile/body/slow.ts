import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, drip, head, isSummary, JSON_TYPE } from '../wire.ts';

/** Never silent for long, and never at its end. */
export const bodySlow: Hostile = {
  id: 'body-slow',
  title: 'sends the summary one byte at a time',
  expects: summaryUndecided(/the exchange did not end within/, { timeout: 1, seconds: 60 }),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(head('200 OK', [JSON_TYPE, CLOSE]));
    drip(call.socket, Buffer.from('{"total_tokens": '), Buffer.from('1'));
  },
};
