import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, chunk, head, isSummary, JSON_TYPE } from '../wire.ts';

/** The JSON is whole, and the body is not. */
export const chunkWithoutEnd: Hostile = {
  id: 'chunk-without-end',
  title: 'never sends the last chunk',
  expects: summaryFails(/the connection was closed/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{"total_tokens": 1}')]));
  },
};
