import { acceptance } from '../../src/judge/acceptance.ts';
import { permittedRefusal, permittedTurn } from '../../src/requests/permitted-refusals.ts';
import { singleConversation } from '../../src/requests/single.ts';
import type { Check, CheckContext } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import {
  acceptedWith,
  expectPlainAccepted,
  expectRefusedAgain,
  firstAccepted,
  named,
  outcome,
} from './accepted.ts';
import { kindOf, marksOf } from './conversation-kind.ts';

/** More marks than a conversation has. */
const MANY = 100;

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
    const kinds = new Map<string, PlannedCompletion[]>();
    for (const row of context.planned) {
      const kind = kindOf(row.body.messages);
      kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
    }
    const taken = await marksTaken(context, [...kinds.values()]);
    const untakenIn = ([, [row]]: [string, PlannedCompletion[]]) =>
      marksOf(row!.body.messages).filter((mark) => !taken.has(mark));
    // The request with the fewest possible causes shows the cause most clearly.
    const plainness = (kind: [string, PlannedCompletion[]]) => untakenIn(kind).length || MANY;
    const plainestFirst = [...kinds].sort((a, b) => plainness(a) - plainness(b));
    await context.verifyEach(
      plainestFirst.map(([kind, rows]) => async (ask) => {
        let { body } = rows[0]!;
        let exchange = await firstAccepted(ask, rows, singleConversation(body));
        if (!isSuccess(exchange) && body.tools !== undefined) {
          body = await acceptedWith(ask, 'tools', body);
          exchange = await outcome(ask, singleConversation(body));
        }
        if (isSuccess(exchange)) return { exchange, what: `a conversation of ${kind}` };
        const untaken = untakenIn([kind, rows]);
        const cause = untaken.length > 0 ? `${untaken.join(', ')} in ` : '';
        const what = `${cause}a conversation of ${kindOf(body.messages, untaken)}`;
        await expectPlainAccepted(context, exchange);
        // Its tools may be rejected.
        const excuse =
          (await permittedTurn(ask, singleConversation(body))) ??
          (body.tools === undefined ? undefined : await permittedRefusal(context, ask, 'tools', body));
        const alone = singleConversation(body);
        if (excuse || ask.round === 1) await expectRefusedAgain(ask, alone);
        return excuse ? { exchange, what, excuse } : named(ask, alone, { exchange, what: `one of ${what}` });
      }),
      acceptance,
    );
  },
};

/** The features of accepted conversations: they are not the cause of a rejection. */
async function marksTaken(
  context: CheckContext,
  kinds: readonly (readonly PlannedCompletion[])[],
): Promise<Set<string>> {
  const answers = await Promise.allSettled(
    kinds.map((rows) => firstAccepted(context, rows, singleConversation(rows[0]!.body))),
  );
  const isTaken = (i: number) => {
    const answer = answers[i];
    return answer?.status === 'fulfilled' && isSuccess(answer.value);
  };
  return new Set(kinds.flatMap((rows, i) => (isTaken(i) ? marksOf(rows[0]!.body.messages) : [])));
}
