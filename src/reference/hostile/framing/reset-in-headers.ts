import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInHeaders: Hostile = {
  id: 'reset-in-headers',
  title: 'resets the connection of the summary within the headers',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(head('200 OK', [JSON_TYPE]).subarray(0, 30), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
