import { withoutKey } from '../auth/without-key.ts';
import type { Witness } from '../judge/client.ts';
import { jsonPost } from '../requests/ask.ts';
import { answerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { refused, refusedLive } from './completions.ts';

const UNPARSABLE = answerKey<Exchange>('client/unparsable');
const INVALID = answerKey<Exchange>('client/invalid');

/** A status of section 7 and the error class of each major version. */
export interface Refusal {
  status: number;
  outcomes: readonly Witness<unknown>[];
}

/** The class that the official client has for a status; 402 has no class of its own. */
export const CLASSES: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  402: 'APIError',
  422: 'UnprocessableEntityError',
};

/**
 * Gather error responses, each through both major versions. All are free, and other checks already requested most
 * of them.
 */
export function refusals(context: CheckContext): ((ask: Requester) => Promise<Refusal>)[] {
  return [
    async (ask) => replayOf(400, await unparsable(ask), 'request/unparsable-cut'),
    async (ask) => {
      const { replies } = await withoutKey(context, ask, 'completion');
      return replayOf(401, replies.get('none'), 'auth/completion-no-key');
    },
    async () => replayOf(402, context.completionStatuses().get(402), 'billing/empty-wallet-completion'),
    (ask) => invalid(ask, context.model),
  ];
}

async function replayOf(
  status: number,
  answer: Exchange | Inconclusive | undefined,
  blockedBy: CheckId,
): Promise<Refusal> {
  if (answer instanceof Inconclusive) throw answer;
  if (answer?.response?.status !== status) {
    throw new Inconclusive(`no response of this run had status ${status}`, answer ? [answer] : [], blockedBy);
  }
  return { status, outcomes: await refused(answer) };
}

function unparsable(ask: Requester): Promise<Exchange> {
  const spec = jsonPost('a body that cannot be parsed', {});
  return ask.shared(UNPARSABLE, (own) => own.send({ ...spec, body: '{"model": ' }));
}

/** A violated bound, sent by the clients themselves, and the same request without it. */
async function invalid(ask: Requester, model: string): Promise<Refusal> {
  const body = { model, messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 1, temperature: 3 };
  const control = await ask.shared(INVALID, (own) => own.send(jsonPost('a temperature of 3', body)));
  if (control.response?.status !== 422) {
    const message = `a temperature of 3 got status ${control.response?.status}`;
    throw new Inconclusive(message, [control], 'request/temperature-above-maximum');
  }
  return { status: 422, outcomes: await refusedLive(ask, body) };
}
