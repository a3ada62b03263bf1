import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE } from '../wire.ts';

/** The door of response smuggling. */
export const lengthTwice: Hostile = {
  id: 'length-twice',
  title: 'announces two different lengths',
  expects: summaryUndecided(/the response announces its length in two ways|the response is not HTTP/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([
        head('200 OK', [['content-length', '2'], ['content-length', '20'], JSON_TYPE]),
        Buffer.from('{}'),
      ]),
    );
  },
};
