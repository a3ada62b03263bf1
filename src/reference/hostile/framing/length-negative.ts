import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE } from '../wire.ts';

/** No number of bytes. */
export const lengthNegative: Hostile = {
  id: 'length-negative',
  title: 'announces a negative length',
  expects: summaryUndecided(/the response is not HTTP\/1.1: Invalid character in Content-Length/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('200 OK', [JSON_TYPE, ['content-length', '-1']]), Buffer.from('{}')]),
    );
  },
};
