import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, head, isSummary, JSON_TYPE } from '../wire.ts';

/** Framing that can not be read. */
export const chunkSizeNone: Hostile = {
  id: 'chunk-size-none',
  title: 'gives a chunk size that is no number',
  expects: summaryFails(/the chunked framing is broken/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), Buffer.from('zz\r\n{}\r\n0\r\n\r\n')]),
    );
  },
};
