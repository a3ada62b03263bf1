import type { Call, Hostile } from '../hostile.ts';
import { head, isCompletion, JSON_TYPE, reset } from '../wire.ts';

/** Whether the temperature is to be refused. */
function isTooHot({ body }: Call): boolean {
  try {
    const { temperature = 0 } = JSON.parse(body.toString());
    return !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2);
  } catch {
    return false;
  }
}

/** The status was there already. */
export const resetInRefusal: Hostile = {
  id: 'reset-in-refusal',
  title: 'resets the connection within the refusal of a temperature',
  expects: {
    exit: 3,
    only: ['request/temperature-*', 'request/n-below-minimum', 'usage/stats-is-array'],
    profile: 'smoke',
    verdicts: {
      'request/temperature-above-maximum': 'inconclusive',
      'request/n-below-minimum': 'pass',
      'usage/stats-is-array': 'pass',
    },
    says: /the connection was reset within the body/,
    seconds: 40,
  },
  act: () => (call) => {
    if (!isCompletion(call) || !isTooHot(call)) return call.pass();
    const start = head('422 Unprocessable Entity', [JSON_TYPE, ['content-length', '90']]);
    call.socket.write(Buffer.concat([start, Buffer.from('{"error')]), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
