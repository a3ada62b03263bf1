import { acceptedPart } from '../requests/accepted-part.ts';
import { completionSpec, type PlannedCompletion, plainRow, wasAccepted } from '../requests/ask.ts';
import { corpusOf } from '../requests/corpus-of.ts';
import { describeRow, minimalCover } from '../requests/minimal-cover.ts';
import { single } from '../requests/single.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { refusable } from './endpoints.ts';

/** A kind of request that services bill on a path of its own. */
export interface WalletShape {
  /** In words, for labels and findings. */
  name: string;
  /** A request of that kind. */
  row: PlannedCompletion;
}

/**
 * A limit for which a service that reserves what an answer may cost has to reserve more than for the others. Not longer,
 * since a service that answers it has sold that many, and a run asks for 2,500 in all.
 */
const LONG_LIMIT = 256;

/**
 * Requests with an empty wallet: as few of those that the run pays for as show everything that one of them has, streamed and
 * not, and the plainest with limits that cost much and hardly anything. What the main key is refused is asked for as far as
 * it is taken.
 */
export async function walletShapes(context: CheckContext): Promise<WalletShape[]> {
  const rows = await Promise.all(
    minimalCover(corpusOf(context)).map((row) => {
      const control = paidFor(context, row);
      return control && !wasAccepted(control) ? acceptedPart(context, context, row, () => true) : row;
    }),
  );
  const own = rows.map((row) => ({ name: describeRow(row), row }));
  const { model } = context;
  return [
    { name: 'a long limit', row: limited(model, { max_tokens: LONG_LIMIT }) },
    { name: 'a limit of one token', row: limited(model, { max_tokens: 1 }) },
    {
      name: 'a stream with a limit of one token',
      row: limited(model, { max_tokens: 1, stream: true }),
    },
    ...own,
  ];
}

/** The plainest request with another limit; for its like the main key is known to be let in. */
function limited(model: string, changes: { max_tokens: number; stream?: true }): PlannedCompletion {
  const row = plainRow(model);
  return { ...row, body: { ...row.body, ...changes }, tokens: changes.max_tokens };
}

/**
 * The request of a kind for the key with the empty wallet: free, as it has to be refused. Rejects with `Inconclusive` where
 * the main key was refused as well: then the kind and not the wallet is the reason.
 */
export function withoutMoney(context: CheckContext, { name, row }: WalletShape): RequestSpec {
  const control = paidFor(context, row);
  if (control && !wasAccepted(control)) {
    const judgedBy = row.body.stream === true && !takesStreams(context) ? streamsOf(row) : row.judgedBy;
    throw new Inconclusive(`${name} is rejected with the main key too; see ${judgedBy}`, [control], judgedBy);
  }
  const label = `${name}, with an empty wallet`;
  return refusable(completionSpec(row), label, { credential: 'empty-wallet' });
}

/** The check of whether streams are to be had at all. */
const streamsOf = (row: PlannedCompletion) => single('stream', row.body).judgedBy;

/** Whether any stream of the main key was taken. */
function takesStreams(context: CheckContext): boolean {
  return context
    .ownCompletions()
    .some(
      (exchange) =>
        wasAccepted(exchange) && /"stream"\s*:\s*true/.test(new TextDecoder().decode(exchange.request.body)),
    );
}

/** What the main key was answered to the same request; undefined where it did not send it. */
export function paidFor(context: CheckContext, row: PlannedCompletion): Exchange | undefined {
  const body = String(completionSpec(row).body);
  return [...context.ownCompletions(), ...context.completionsElsewhere()].findLast(
    ({ request }) => new TextDecoder().decode(request.body) === body,
  );
}
