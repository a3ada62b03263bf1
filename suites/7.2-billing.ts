import { goodRequest, refusable } from '../src/auth/endpoints.ts';
import { paidFor, type WalletShape, walletShapes, withoutMoney } from '../src/auth/wallet-shapes.ts';
import { type EmptyWallet, refusedForItsKind, refusedWith402 } from '../src/judge/billing.ts';
import { brokenOff, wasAccepted } from '../src/requests/ask.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { Exchange } from '../src/vocabulary/exchange.ts';
import { isTransient } from '../src/vocabulary/transient.ts';
import { Inconclusive, leftOut } from '../src/vocabulary/undecidable.ts';
import { unlimited } from './requests/unlimited.ts';

const SUMMARY = answerKey<Exchange>('billing/summary');

/** What all other shapes are held against. */
const PLAIN = 'billing/empty-wallet-completion';
const EMPTY = { credential: 'empty-wallet' } as const;

function summary(context: CheckContext, ask: Requester) {
  return ask.shared(SUMMARY, (own) =>
    own.send({ ...goodRequest('summary', context.model), ...EMPTY, label: 'summary with an empty wallet' }),
  );
}

/** What usage says to the same key is asked only where it may explain what the completion was answered. */
async function withUsage(completion: Exchange, ask: () => Promise<Exchange>): Promise<EmptyWallet> {
  return completion.response?.status === 402 ? { completion } : { completion, usage: await ask() };
}

/** The answer whose status came, where its body breaks off as that of every such answer does: it says who is served. */
function begun(error: unknown): Exchange {
  const last = brokenOff(error);
  if (last && wasAccepted(last)) return last;
  throw error;
}

/** What the key with the empty wallet is answered to a request of a kind. */
async function asked(context: CheckContext, ask: Requester, shape: WalletShape): Promise<EmptyWallet> {
  const completion = await ask.send(withoutMoney(context, shape)).catch(begun);
  const status = completion.response?.status;
  const known = paidFor(context, shape.row) !== undefined;
  if (!known && status !== 402 && !wasAccepted(completion))
    throw leftOut(`${shape.name}: answered ${status}, and the main key did not ask for it`, [completion]);
  return withUsage(completion, () => summary(context, ask));
}

/**
 * Rejects with `Inconclusive` unless the plainest request is refused, with whatever status: a service that takes it, or puts
 * it off for ever, does so with all of them.
 */
async function plainIsRefused(context: CheckContext): Promise<void> {
  const plain = goodRequest('completion', context.model);
  const exchange = await context.sendOnce(
    refusable(plain, 'a completion with an empty wallet, once more', EMPTY),
  );
  const status = exchange.response?.status ?? 0;
  if (status >= 400 && !isTransient(exchange)) return;
  throw new Inconclusive('the plainest request is not refused with 402', [exchange], PLAIN);
}

/** No limit at all: there is nothing that a service could multiply with its price. */
async function withoutLimit(context: CheckContext): Promise<WalletShape> {
  return { name: 'a request without any limit', row: await unlimited(context, context) };
}

const completions = [
  { slug: 'completion', words: 'A completion', changes: {} },
  { slug: 'stream', words: 'A streamed completion', changes: { stream: true } },
].map(
  ({ slug, words, changes }): Check => ({
    id: `billing/empty-wallet-${slug}`,
    title: `${words} with an empty wallet is refused with 402`,
    clauses: ['7.2', '1'],
    level: 'must',
    // After accounting: a service that serves it all the same may count it for the organization of the main key.
    phase: 'late',
    preconditions: ['empty-wallet-key'],
    about: `${words} that is valid is asked for with the key in CHATSPEC_NOBALANCE_KEY. 402 passes and anything else fails, 200 with an error inside included. When usage refuses the key as well (401, 403), it is inconclusive: the key is no longer valid. So it is where the main key, too, was answered with this refusal to every request of the kind.`,
    async run(context) {
      await context.verify(async (ask) => {
        const label = `${words.toLowerCase()} with an empty wallet`;
        const spec = refusable(goodRequest('completion', context.model, changes), label, EMPTY);
        const completion = await ask.send(spec).catch(begun);
        const paid = [...context.ownCompletions(), ...context.completionsElsewhere()];
        return refusedForItsKind(completion, paid) ?? withUsage(completion, () => summary(context, ask));
      }, refusedWith402);
    },
  }),
);

/** Rule 7.2: what an empty wallet means. */
export const checks: readonly Check[] = [
  ...completions,
  {
    id: 'billing/empty-wallet-shapes',
    title: 'Whatever a completion asks for, an empty wallet is refused with 402',
    clauses: ['7.2', '1'],
    level: 'must',
    phase: 'late',
    profile: 'standard',
    preconditions: ['empty-wallet-key'],
    adaptsTo: [PLAIN],
    about:
      'Requests that services bill on paths of their own are sent with the key in CHATSPEC_NOBALANCE_KEY: as few of those that the run pays for as have every member, role and model that one of them has, streamed and not; one without a limit; one with a long limit, and two with a limit of one token. 402 passes, anything else fails; a limit of one token fails where it is granted. Where the plainest request is refused with another status, only what is taken fails.',
    async run(context) {
      const refusedOtherwise = !context.holds(PLAIN);
      if (refusedOtherwise) await plainIsRefused(context);
      const one = async (ask: Requester, shape: WalletShape) => {
        const answer = await asked(context, ask, shape);
        if (!refusedOtherwise || wasAccepted(answer.completion)) return answer;
        const why = `${shape.name}: refused as the plainest request is`;
        throw new Inconclusive(why, [answer.completion], PLAIN);
      };
      const items = (await walletShapes(context)).map((shape) => (ask: Requester) => one(ask, shape));
      const unlimitedOne = async (ask: Requester) => one(ask, await withoutLimit(context));
      const shapes = [...items.slice(0, 3), unlimitedOne, ...items.slice(3)];
      await context.verifyInTurn(shapes, refusedWith402, 1);
    },
  },
  {
    id: 'billing/empty-wallet-usage',
    title: 'What the usage endpoints answer when the wallet is empty',
    clauses: ['7.2', '4.5'],
    level: 'open',
    phase: 'late',
    preconditions: ['empty-wallet-key'],
    about:
      'Section 4.5 names no such outcome: the status of the summary for the key with an empty wallet is recorded.',
    async run(context) {
      const exchange = await summary(context, context);
      context.observe('summary-with-empty-wallet', String(exchange.response?.status), exchange);
    },
  },
];
