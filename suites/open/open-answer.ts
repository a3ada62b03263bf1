import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Requester } from '../../src/vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../../src/vocabulary/exchange.ts';

/** The response to a request that the contract leaves open, under its own name. */
export const openAnswer = (ask: Requester, name: string, spec: RequestSpec): Promise<Exchange> =>
  ask.shared(answerKey<Exchange>(`open/${name}`), (own) => own.send(spec));
