import { summaryLeaks } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** No file of the run may hold it, and the run has to say that it came back. */
export const leakEscaped: Hostile = {
  id: 'leak-escaped',
  title: 'returns the key with the summary, JSON-escaped',
  expects: summaryLeaks,
  act: (scene) => (call) => {
    if (!isSummary(call)) return call.pass();
    const escaped = [...scene.key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    answer(call.socket, '200 OK', [JSON_TYPE], `{"total_tokens": "${escaped}"}`);
  },
};
