import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Reading a member of it is the classic crash. */
export const jsonAsNull: Hostile = {
  id: 'json-as-null',
  title: 'answers the summary with null',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], 'null');
  },
};
