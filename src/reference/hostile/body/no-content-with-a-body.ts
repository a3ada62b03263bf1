import type { Hostile } from '../hostile.ts';
import { CLOSE, head, isSummary, JSON_TYPE } from '../wire.ts';

/** A 204 has no body, whatever its length says. */
export const noContentWithABody: Hostile = {
  id: 'no-content-with-a-body',
  title: 'answers the summary with 204 and a body',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('204 No Content', [JSON_TYPE, ['content-length', '2'], CLOSE]), Buffer.from('{}')]),
    );
  },
};
