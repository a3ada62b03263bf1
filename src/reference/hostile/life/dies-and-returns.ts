import type { Hostile } from '../hostile.ts';
import { reset } from '../wire.ts';

/** What was asked meanwhile is asked again. */
export const diesAndReturns: Hostile = {
  id: 'dies-and-returns',
  title: 'dies for two seconds in the middle of the run, and comes back',
  expects: {
    exit: 0,
    only: ['2.1'],
    verdicts: { 'request/temperature-above-maximum': 'pass', 'request/accepts-n': 'pass' },
    never: ['inconclusive'],
    seconds: 45,
  },
  act: () => {
    let diedAt: number | undefined;
    return (call) => {
      if (call.before === 20) diedAt = Date.now();
      if (diedAt !== undefined && Date.now() - diedAt < 2_000) return reset(call.socket);
      call.pass();
    };
  },
};
