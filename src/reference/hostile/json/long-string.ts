import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Larger than a body may be. */
export const jsonLongString: Hostile = {
  id: 'json-long-string',
  title: 'gives a string of 100 MB',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['fail', 'inconclusive'], seconds: 40 },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(
      call.socket,
      '200 OK',
      [JSON_TYPE],
      Buffer.concat([Buffer.from('{"total_tokens": "'), Buffer.alloc(100_000_000, 'a'), Buffer.from('"}')]),
    );
  },
};
