import { borne } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CHUNKED, CLOSE, chunk, head, isCompletion, isPlain, JSON_TYPE } from '../wire.ts';

/** Allowed by HTTP: nothing may be held against it. */
export const chunksOfOneByte: Hostile = {
  id: 'chunks-of-one-byte',
  title: 'refuses in chunks of one byte',
  expects: borne(['path/completion', 'status/named']),
  act: () => (call) => {
    if (!isCompletion(call)) return call.pass();
    const body = Buffer.from('{"error":{"message":"temperature","type":"invalid_request_error"}}');
    const pieces = [...body].map((byte) => chunk(Uint8Array.of(byte)));
    if (isPlain(call)) return call.pass();
    call.socket.end(
      Buffer.concat([
        head('422 Unprocessable Entity', [JSON_TYPE, CHUNKED, CLOSE]),
        ...pieces,
        Buffer.from('0\r\n\r\n'),
      ]),
    );
  },
};
