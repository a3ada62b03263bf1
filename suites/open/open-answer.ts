import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Requester } from '../../src/vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../../src/vocabulary/exchange.ts';

/** The answer to a request on which the contract is silent, in a name of its own. */
export const openAnswer = (ask: Requester, name: string, spec: RequestSpec): Promise<Exchange> =>
  ask.shared(answerKey<Exchange>(`open/${name}`), (own) => own.send(spec));
