import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, head, isSummary, JSON_TYPE } from '../wire.ts';

/** A 204 has no body, whatever its length says. */
export const noContentWithABody: Hostile = {
  id: 'no-content-with-a-body',
  title: 'answers the summary with 204 and a body',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('204 No Content', [JSON_TYPE, ['content-length', '2'], CLOSE]), Buffer.from('{}')]),
    );
  },
};
