import { summaryLeaks } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, CLOSE, chunk, head, isSummary, JSON_TYPE } from '../wire.ts';

/** Neither piece holds it alone. */
export const leakSplit: Hostile = {
  id: 'leak-split',
  title: 'returns the key split over two chunks of the body',
  expects: summaryLeaks,
  act: (scene) => (call) => {
    if (!isSummary(call)) return call.pass();
    const half = Math.floor(scene.key.length / 2);
    call.socket.write(head('200 OK', [JSON_TYPE, CHUNKED, CLOSE]));
    call.socket.write(chunk(`{"total_tokens": "${scene.key.slice(0, half)}`));
    setTimeout(() => {
      call.socket.write(chunk(`${scene.key.slice(half)}"}`));
      call.socket.end('0\r\n\r\n');
    }, 50);
  },
};
