import { STREAMS } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, flood, head, isStream, SSE_TYPE } from '../wire.ts';

const COMMENTS = Buffer.from(': still here\n\n'.repeat(10_000));

/** Keep-alives that outweigh the answer. */
export const streamMillionComments: Hostile = {
  id: 'stream-million-comments',
  title: 'sends a million comments',
  expects: {
    exit: 1,
    only: STREAMS,
    profile: 'smoke',
    timeout: 4,
    verdicts: {
      'stream/body-ends': 'pass',
      'stream/ends-with-done': 'pass',
      'stream/no-comments': 'warn',
      'stream/choices-as-asked': 'fail',
      'completion/body-is-json': 'pass',
    },
    seconds: 40,
  },
  act: () => (call) => {
    if (!isStream(call)) return call.pass();
    call.socket.write(head('200 OK', [SSE_TYPE, CLOSE]));
    let left = 100;
    flood(call.socket, () =>
      left-- > 0 ? COMMENTS : left === -1 ? Buffer.from('data: [DONE]\n\n') : undefined,
    );
  },
};
