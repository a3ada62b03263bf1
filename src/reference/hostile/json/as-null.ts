import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Reading a member of it is the classic crash. */
export const jsonAsNull: Hostile = {
  id: 'json-as-null',
  title: 'answers the summary with null',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['fail', 'inconclusive'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], 'null');
  },
};
