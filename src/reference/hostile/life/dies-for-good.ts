import type { Hostile } from '../hostile.ts';
import { reset } from '../wire.ts';

/** The rest of the run is not worth a thousand limits. */
export const diesForGood: Hostile = {
  id: 'dies-for-good',
  title: 'dies in the middle of the run',
  expects: { exit: [1, 3], only: ['2.1', '6', '4.2'], shows: ['inconclusive'], seconds: 40 },
  act: () => (call) => (call.before < 20 ? call.pass() : reset(call.socket)),
};
