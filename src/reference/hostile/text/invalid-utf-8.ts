import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Evidence has to keep such bytes as they are. */
export const invalidUtf8: Hostile = {
  id: 'invalid-utf-8',
  title: 'puts invalid UTF-8 into the summary',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const body = Buffer.concat([
      Buffer.from('{"total_tokens": "'),
      Buffer.from([0xff, 0xfe, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]);
    answer(call.socket, '200 OK', [JSON_TYPE], body);
  },
};
