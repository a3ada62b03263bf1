import { summaryLeaks } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** No file of the run may hold it, and the run has to say that it came back. */
export const leakHex: Hostile = {
  id: 'leak-hex',
  title: 'returns the key with the summary, in hexadecimal',
  expects: summaryLeaks,
  act: (scene) => (call) => {
    if (!isSummary(call)) return call.pass();
    const echo = Buffer.from(scene.key).toString('hex');
    answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
  },
};
