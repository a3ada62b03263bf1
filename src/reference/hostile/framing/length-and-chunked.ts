import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, CLOSE, chunk, head, isSummary, JSON_TYPE } from '../wire.ts';

/** Another door of smuggling. */
export const lengthAndChunked: Hostile = {
  id: 'length-and-chunked',
  title: 'announces a length and chunks',
  expects: summaryUndecided(/the response announces its length in two ways|the response is not HTTP/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const both = head('200 OK', [JSON_TYPE, ['content-length', '3'], CHUNKED, CLOSE]);
    call.socket.end(Buffer.concat([both, chunk('{}'), Buffer.from('0\r\n\r\n')]));
  },
};
