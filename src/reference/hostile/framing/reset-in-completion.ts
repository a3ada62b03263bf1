import type { Hostile } from '../hostile.ts';
import { completion, head, isPlain, JSON_TYPE, reset } from '../wire.ts';

/** Paid for, and lost on the way. */
export const resetInCompletion: Hostile = {
  id: 'reset-in-completion',
  title: 'resets the connection within the body of every completion that is not streamed',
  expects: {
    exit: 1,
    only: ['completion/*', 'stream/ends-with-done'],
    profile: 'smoke',
    verdicts: {
      'completion/body-ends': 'fail',
      'completion/body-is-json': 'inconclusive',
      'completion/fits-schema': 'inconclusive',
      'stream/ends-with-done': 'pass',
    },
    says: /the connection was reset within the body, each time after \d+ bytes/,
    seconds: 40,
  },
  act: (scene) => (call) => {
    if (!isPlain(call)) return call.pass();
    const body = Buffer.from(completion(scene.model, 'one'));
    const start = head('200 OK', [JSON_TYPE, ['content-length', String(body.length)]]);
    call.socket.write(Buffer.concat([start, body.subarray(0, 60)]), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
