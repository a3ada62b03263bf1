import { STREAMS } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, flood, head, isStream, SSE_TYPE } from '../wire.ts';

const EMPTY = Buffer.from('data:\n\n'.repeat(10_000));

/** Each wants to be looked at. */
export const streamMillionEmptyEvents: Hostile = {
  id: 'stream-million-empty-events',
  title: 'sends a million empty events',
  expects: {
    exit: 1,
    only: STREAMS,
    profile: 'smoke',
    timeout: 4,
    verdicts: {
      'stream/body-ends': 'pass',
      'stream/payloads-are-json': 'fail',
      'stream/ends-with-done': 'inconclusive',
      'completion/body-is-json': 'pass',
    },
    seconds: 40,
  },
  act: () => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    let left = 100;
    flood(call.socket, () =>
      left-- > 0 ? EMPTY : left === -1 ? Buffer.from('data: [DONE]\n\n') : undefined,
    );
  },
};
