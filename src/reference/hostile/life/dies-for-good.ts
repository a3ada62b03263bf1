import type { Hostile } from '../hostile.ts';
import { reset } from '../wire.ts';

/** The rest of the run is not worth a thousand limits. */
export const diesForGood: Hostile = {
  id: 'dies-for-good',
  title: 'dies in the middle of the run',
  expects: {
    exit: 3,
    only: ['2.1', '6', '4.2'],
    verdicts: { 'stream/ends-with-done': 'inconclusive', 'usage/stats-page-size': 'inconclusive' },
    says: /no longer answers: the connection was reset before any response/,
    seconds: 45,
  },
  act: () => (call) => (call.before < 20 ? call.pass() : reset(call.socket)),
};
