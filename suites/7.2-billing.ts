import { goodRequest, refusable } from '../src/auth/endpoints.ts';
import { paidFor, type WalletShape, walletShapes, withoutMoney } from '../src/auth/wallet-shapes.ts';
import { type EmptyWallet, refusedForItsKind, refusedWith402 } from '../src/judge/billing.ts';
import { begun } from '../src/requests/ask.ts';
import { answerKey } from '../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../src/vocabulary/exchange.ts';
import { isTransient } from '../src/vocabulary/transient.ts';
import { Inconclusive, skipped } from '../src/vocabulary/undecidable.ts';
import { unlimited } from './requests/unlimited.ts';

const SUMMARY = answerKey<Exchange>('billing/summary');

/** The reference for all other shapes. */
const PLAIN = 'billing/empty-wallet-completion';
const EMPTY = { credential: 'empty-wallet' } as const;

function summary(context: CheckContext, ask: Requester) {
  return ask.shared(SUMMARY, (own) =>
    own.send({ ...goodRequest('summary', context.model), ...EMPTY, label: 'summary with an empty wallet' }),
  );
}

/** A usage request with the same key is sent only if it may explain the response to the completion. */
async function withUsage(completion: Exchange, ask: () => Promise<Exchange>): Promise<EmptyWallet> {
  return completion.response?.status === 402 ? { completion } : { completion, usage: await ask() };
}

/** The response to a request of a kind with the empty wallet. */
async function asked(context: CheckContext, ask: Requester, shape: WalletShape): Promise<EmptyWallet> {
  const completion = await ask.send(withoutMoney(context, shape)).catch(begun);
  const status = completion.response?.status;
  const known = paidFor(context, shape.row) !== undefined;
  if (!known && status !== 402 && !isSuccess(completion))
    throw skipped(`${shape.name}: status ${status}, and the main key did not send this request`, [
      completion,
    ]);
  return withUsage(completion, () => summary(context, ask));
}

/**
 * Rejects with `Inconclusive` unless the minimal request is rejected, with any status: a service that accepts it,
 * or defers it forever, does so with all of them.
 */
async function plainIsRefused(context: CheckContext): Promise<void> {
  const plain = goodRequest('completion', context.model);
  const exchange = await context.sendOnce(
    refusable(plain, 'a completion with an empty wallet, retry', EMPTY),
  );
  const status = exchange.response?.status ?? 0;
  if (status >= 400 && !isTransient(exchange)) return;
  throw new Inconclusive('the minimal request is not rejected with 402', [exchange], PLAIN);
}

/** No limit at all: a service cannot multiply it by its price. */
async function withoutLimit(context: CheckContext): Promise<WalletShape> {
  return { name: 'a request without a token limit', row: await unlimited(context, context) };
}

const completions = [
  { slug: 'completion', words: 'A completion', changes: {} },
  { slug: 'stream', words: 'A streamed completion', changes: { stream: true } },
].map(
  ({ slug, words, changes }): Check => ({
    id: `billing/empty-wallet-${slug}`,
    title: `${words} with an empty wallet is rejected with 402`,
    clauses: ['7.2', '1'],
    level: 'must',
    // After accounting: a service that answers it anyway may count it for the organization of the main key.
    phase: 'late',
    preconditions: ['empty-wallet-key'],
    about: `Sends ${words.toLowerCase()} with the key in CHATSPEC_NOBALANCE_KEY. Passes on 402. Fails on any other answer, including 200 with an error inside. Inconclusive if usage rejects the key too (401, 403), because the key is no longer valid, or if the main key gets the same rejection.`,
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

/** Shapes that are sent at once in the beginning: a service that rejects minimal requests rejects most of them. */
const FIRST_SHAPES = 6;

/** Rule 7.2: what an empty wallet means. */
export const checks: readonly Check[] = [
  ...completions,
  {
    id: 'billing/empty-wallet-shapes',
    title: 'Any completion with an empty wallet is rejected with 402',
    clauses: ['7.2', '1'],
    level: 'must',
    phase: 'late',
    profile: 'standard',
    preconditions: ['empty-wallet-key'],
    adaptsTo: [PLAIN],
    about:
      'Sends the smallest set of paid requests that covers every member, role and model, streamed and not, with the key in CHATSPEC_NOBALANCE_KEY. Adds one without a limit, one with a high limit and two with a limit of one token. Passes on 402. Fails on any other answer. If the minimal request is rejected with another status, fails only on acceptance.',
    async run(context) {
      const refusedOtherwise = !context.holds(PLAIN);
      if (refusedOtherwise) await plainIsRefused(context);
      const one = async (ask: Requester, shape: WalletShape) => {
        const answer = await asked(context, ask, shape);
        if (!refusedOtherwise || isSuccess(answer.completion)) return answer;
        const why = `${shape.name}: rejected like the minimal request`;
        throw new Inconclusive(why, [answer.completion], PLAIN);
      };
      const items = (await walletShapes(context)).map((shape) => (ask: Requester) => one(ask, shape));
      const unlimitedOne = async (ask: Requester) => one(ask, await withoutLimit(context));
      await context.verifyInTurn([...items, unlimitedOne], refusedWith402, FIRST_SHAPES - 1);
    },
  },
  {
    id: 'billing/empty-wallet-usage',
    title: 'Usage endpoints with an empty wallet',
    clauses: ['7.2', '4.5'],
    level: 'open',
    phase: 'accounting',
    preconditions: ['empty-wallet-key'],
    about:
      'Records the status of the summary for the key with an empty wallet. Section 4.5 does not name one.',
    async run(context) {
      const exchange = await summary(context, context);
      context.observe('summary-with-empty-wallet', String(exchange.response?.status), exchange);
    },
  },
];
