import { change, faithful } from '../../reference/src/behaviour.ts';
import type { Reply, Write } from '../../reference/src/message.ts';
import { startService } from '../../reference/src/service/service.ts';
import type { ServingOptions } from './serving.ts';

const { records, completionMs, answerMs } = JSON.parse(process.argv[2] ?? '{}') as ServingOptions;

/** A model takes time, an error response does not: the delay is before the first byte of a completion. */
async function* later(body: Reply['body'], delayMs: number): AsyncGenerator<Write> {
  if (body instanceof Uint8Array) {
    yield { bytes: body, delayMs };
    return;
  }
  let wait = delayMs;
  for await (const write of body) {
    yield { ...write, delayMs: wait + (write.delayMs ?? 0) };
    wait = 0;
  }
}

const behaviour = change(faithful(), [
  (before) => ({
    reply(given, request) {
      const reply = before.reply(given, request);
      const slow = completionMs !== undefined && request.endpoint === 'completions' && reply.status === 200;
      return slow ? { ...reply, body: later(reply.body, completionMs) } : reply;
    },
  }),
]);
const service = await startService({
  behaviour,
  ...(records === undefined ? {} : { records }),
  ...(answerMs === undefined ? {} : { latencyMs: answerMs }),
});
process.send?.({ baseUrl: service.baseUrl, keys: service.keys, models: service.models });
