import { completionSpec, plainRow } from '../requests/ask.ts';
import { describeRow, minimalCover } from '../requests/minimal-cover.ts';
import { single } from '../requests/single.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import { asksForStream, type Exchange, isSuccess, type RequestSpec } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { refusable } from './endpoints.ts';

/** A kind of request that services may bill in a separate code path. */
export interface WalletShape {
  /** A description for labels and findings. */
  name: string;
  /** A request of that kind. */
  row: PlannedCompletion;
}

/**
 * A limit that makes a service reserve more than for other requests. It is not larger because a service that
 * answers has sold that many tokens, and a run may request 2,500 tokens in all.
 */
const LONG_LIMIT = 256;

/**
 * Requests with an empty wallet: the minimal request with a cheap limit, the smallest set of the paid requests that
 * covers every feature, streamed and not, and the minimal request with an expensive limit. The cheap ones come
 * first, because a service that accepts them leaves fewer tokens for the checks of keys. If the main key's request
 * was rejected, its accepted part is used.
 */
export async function walletShapes(context: CheckContext): Promise<WalletShape[]> {
  const rows = await Promise.all(
    minimalCover(context.planned).map((row) => {
      const control = paidFor(context, row);
      return control && !isSuccess(control) ? context.acceptedPart(context, row, () => true) : row;
    }),
  );
  const own = rows.map((row) => ({ name: describeRow(row), row }));
  const { model } = context;
  return [
    { name: 'a limit of one token', row: limited(model, { max_tokens: 1 }) },
    {
      name: 'a stream with a limit of one token',
      row: limited(model, { max_tokens: 1, stream: true }),
    },
    ...own,
    { name: 'a long limit', row: limited(model, { max_tokens: LONG_LIMIT }) },
  ];
}

/** The minimal request with another limit. The main key is known to be accepted for such requests. */
function limited(model: string, changes: { max_tokens: number; stream?: true }): PlannedCompletion {
  const row = plainRow(model);
  return { ...row, body: { ...row.body, ...changes }, tokens: changes.max_tokens };
}

/**
 * The request of a kind with the empty wallet: free, since it has to be rejected. Rejects with `Inconclusive` if
 * the main key was rejected too: the cause is then the kind of request, not the wallet.
 */
export function withoutMoney(context: CheckContext, { name, row }: WalletShape): RequestSpec {
  const control = paidFor(context, row);
  if (control && !isSuccess(control)) {
    const judgedBy = row.body.stream === true && !takesStreams(context) ? streamsOf(row) : row.judgedBy;
    throw new Inconclusive(`${name} is rejected with the main key too; see ${judgedBy}`, [control], judgedBy);
  }
  const label = `${name}, with an empty wallet`;
  return refusable(completionSpec(row), label, { credential: 'empty-wallet' });
}

/** The check of whether streams work at all. */
const streamsOf = (row: PlannedCompletion) => single('stream', row.body).judgedBy;

/** Whether any stream of the main key was accepted. */
function takesStreams(context: CheckContext): boolean {
  return context.ownCompletions().some((exchange) => isSuccess(exchange) && asksForStream(exchange.request));
}

/** The response of the main key to the same request; undefined if it was not sent. */
export function paidFor(context: CheckContext, row: PlannedCompletion): Exchange | undefined {
  const body = String(completionSpec(row).body);
  return [...context.ownCompletions(), ...context.completionsElsewhere()].findLast(
    ({ request }) => new TextDecoder().decode(request.body) === body,
  );
}
