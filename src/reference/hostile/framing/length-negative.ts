import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE } from '../wire.ts';

/** No number of bytes. */
export const lengthNegative: Hostile = {
  id: 'length-negative',
  title: 'announces a negative length',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([head('200 OK', [JSON_TYPE, ['content-length', '-1']]), Buffer.from('{}')]),
    );
  },
};
