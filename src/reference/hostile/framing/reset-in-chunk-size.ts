import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInChunkSize: Hostile = {
  id: 'reset-in-chunk-size',
  title: 'resets the connection of the summary within a chunk size',
  expects: summaryFails(/the connection was reset within the body/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(Buffer.concat([head('200 OK', [JSON_TYPE, CHUNKED]), Buffer.from('1')]), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
