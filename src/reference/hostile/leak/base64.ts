import { summaryLeaks } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** No file of the run may hold it, and the run has to say that it came back. */
export const leakBase64: Hostile = {
  id: 'leak-base64',
  title: 'returns the key with the summary, in Base64',
  expects: summaryLeaks,
  act: (scene) => (call) => {
    if (!isSummary(call)) return call.pass();
    const echo = Buffer.from(`user:${scene.key}`).toString('base64');
    answer(call.socket, '200 OK', [JSON_TYPE, ['x-echo', echo]], JSON.stringify({ total_tokens: echo }));
  },
};
