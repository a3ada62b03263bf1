import { borne, refused } from './expectations.ts';
import { type Hostile, honest } from './hostile.ts';
import { answer, isCompletion, isSummary, JSON_TYPE } from './wire.ts';

const LIMITED = '{"error":{"message":"Too many requests."}}';

/** Services with hostile limits, and a caller with few resources. */
export const limits: readonly Hostile[] = [
  // Every check of wallets waits for a limit that never ends.
  {
    id: 'wallet-limited-for-ever',
    title: 'answers 429 for ever to a key whose wallet is empty',
    expects: {
      exit: 3,
      only: ['7.2', 'completion/body-is-json'],
      wallet: true,
      verdicts: {
        'billing/empty-wallet-completion': 'inconclusive',
        'billing/empty-wallet-stream': 'inconclusive',
        'billing/empty-wallet-shapes': 'inconclusive',
        'completion/body-is-json': 'pass',
      },
      says: /status 429, \d+ times/,
      // A limit per minute is waited out once, with pauses that grow to fifteen seconds.
      seconds: 130,
    },
    act:
      ({ emptyKey }) =>
      (call) => {
        if (call.headers.get('authorization') !== `Bearer ${emptyKey}`) return call.pass();
        answer(call.socket, '429 Too Many Requests', [JSON_TYPE], LIMITED);
      },
  },
  // A wait below nothing is none; the limit passes.
  {
    id: 'retry-after-negative',
    title: 'refuses a few requests with 429 and asks to wait for -5 seconds',
    expects: {
      ...borne(['usage/summary-schema', 'completion/body-is-json', 'stream/ends-with-done']),
      seconds: 45,
    },
    act: () => {
      let asked = 0;
      return (call) => {
        if ((!isSummary(call) && !isCompletion(call)) || asked++ > 2) return call.pass();
        answer(call.socket, '429 Too Many Requests', [JSON_TYPE, ['retry-after', '-5']], LIMITED);
      };
    },
  },
  // Node.js itself needs about as many: then no connection can be opened. With one more the service answers once,
  // and unsent requests are inconclusive; with a few more the run continues.
  {
    id: 'few-descriptors',
    title: 'answers as it should, to a caller who may open 23 files',
    expects: { ...refused(/too many open files/), before: 'ulimit -n 23' },
    act: honest,
  },
];
