import { acceptance } from '../../src/judge/acceptance.ts';
import { permittedRefusal, permittedTurn } from '../../src/requests/permitted-refusals.ts';
import { singleConversation } from '../../src/requests/single.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import {
  acceptedWith,
  expectPlainAccepted,
  expectRefusedAgain,
  firstAccepted,
  named,
  outcome,
} from './accepted.ts';
import { kindOf } from './conversation-kind.ts';

/** Kinds of conversation: roles, names, calls and their results. */
export const conversationsCheck: Check = {
  id: 'request/accepts-conversations',
  title: 'System, user, assistant and tool messages are accepted',
  clauses: ['2.2', '2.3'],
  level: 'must',
  profile: 'standard',
  adaptsTo: ['request/accepts-plain'],
  about:
    'Sends every kind of conversation: turns, names, replayed tool calls with results, text beyond ASCII. Sends the conversation alone if all requests with it were rejected. Warns if a turn is accepted only without the text of its tool call. Fails on any other rejection.',
  async run(context) {
    const kinds = Map.groupBy(context.planned, (row) => kindOf(row.body.messages));
    await context.verifyEach(
      [...kinds].map(([kind, rows]) => async (ask) => {
        let { body } = rows[0]!;
        let exchange = await firstAccepted(ask, rows, singleConversation(body));
        if (!isSuccess(exchange) && body.tools !== undefined) {
          body = await acceptedWith(ask, 'tools', body);
          exchange = await outcome(ask, singleConversation(body));
        }
        const what = `a conversation of ${kind}`;
        if (isSuccess(exchange)) return { exchange, what };
        await expectPlainAccepted(context, exchange);
        // Its tools may be rejected.
        const excuse =
          (await permittedTurn(ask, singleConversation(body))) ??
          (body.tools === undefined ? undefined : await permittedRefusal(context, ask, 'tools', body));
        const alone = singleConversation(body);
        if (excuse || ask.round === 1) await expectRefusedAgain(ask, alone);
        return excuse ? { exchange, what, excuse } : named(ask, alone, { exchange, what });
      }),
      acceptance,
    );
  },
};
