import type { Hostile } from '../hostile.ts';

/** Slow is not wrong. */
export const slowAfterFifty: Hostile = {
  id: 'slow-after-fifty',
  title: 'is a hundred times slower after 50 requests',
  expects: {
    exit: 0,
    only: ['2.1'],
    verdicts: { 'request/temperature-above-maximum': 'pass', 'request/accepts-n': 'pass' },
    never: ['inconclusive'],
    seconds: 45,
  },
  act: () => (call) => {
    if (call.before < 50) call.pass();
    else setTimeout(call.pass, 300);
  },
};
