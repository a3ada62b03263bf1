import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, head, isSummary, JSON_TYPE } from '../wire.ts';

/** A size that overflows. */
export const chunkSizeHuge: Hostile = {
  id: 'chunk-size-huge',
  title: 'gives a chunk size beyond 64 bits',
  expects: summaryFails(/the chunked framing is broken/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), Buffer.from(`${'F'.repeat(20)}\r\n{}\r\n`)]),
    );
  },
};
