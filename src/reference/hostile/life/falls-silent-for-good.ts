import type { Hostile } from '../hostile.ts';

/** Every request costs a whole limit. */
export const fallsSilentForGood: Hostile = {
  id: 'falls-silent-for-good',
  title: 'stops answering in the middle of the run, and still accepts',
  expects: {
    exit: 3,
    only: ['2.1', '6', '4.2'],
    verdicts: { 'stream/ends-with-done': 'inconclusive', 'usage/stats-page-size': 'inconclusive' },
    says: /no longer answers: no response headers within/,
    timeout: 1,
    seconds: 60,
  },
  act: () => (call) => {
    if (call.before < 20) call.pass();
  },
};
