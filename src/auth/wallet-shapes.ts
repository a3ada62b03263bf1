import {
  completion,
  completionSpec,
  type PlannedCompletion,
  plainRow,
  wasAccepted,
} from '../requests/ask.ts';
import { corpusOf } from '../requests/corpus-of.ts';
import { type CheckContext, Inconclusive } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { refusable } from './endpoints.ts';

/** A kind of request that services bill on a path of its own. */
export interface WalletShape {
  /** In words, for labels and findings. */
  name: string;
  /** A request of that kind that the run pays for anyway, so that it is known to be taken from a key with money. */
  row: PlannedCompletion;
}

/**
 * A limit for which a service that reserves what an answer may cost has to reserve more than for the others. Not longer,
 * since a service that answers it has sold that many, and a run asks for 2,500 in all.
 */
const LONG_LIMIT = 256;

const SHAPES: readonly (readonly [
  name: string,
  fits: (row: PlannedCompletion, context: CheckContext) => boolean,
])[] = [
  ['several choices', ({ body }) => body.n === 2 && !body.tools],
  ['tools', ({ body }) => body.tools !== undefined && !['none', undefined].includes(choice(body))],
  ['a response format', ({ body }) => body.response_format !== undefined && body.n !== 2],
  ['log probabilities', ({ body }) => body.logprobs === true && body.n !== 2],
  [
    'the reasoning model',
    ({ body }, context) => context.reasoningModel !== undefined && body.model === context.reasoningModel,
  ],
];

function choice({ tool_choice: given }: Record<string, unknown>): string | undefined {
  return typeof given === 'object' ? 'named' : (given as string | undefined);
}

/** The kinds that this run has a request of, and the plainest request with a long limit. */
export function walletShapes(context: CheckContext): WalletShape[] {
  const rows = corpusOf(context).filter(({ body }) => body.stream !== true);
  const found = SHAPES.flatMap(([name, fits]) => {
    const row = rows.find((one) => fits(one, context));
    return row ? [{ name, row }] : [];
  });
  return [...found, { name: 'a long limit', row: longLimit(context.model) }];
}

function longLimit(model: string): PlannedCompletion {
  const row = plainRow(model);
  return { ...row, body: { ...row.body, max_tokens: LONG_LIMIT }, tokens: LONG_LIMIT };
}

/**
 * The request of a kind for the key with the empty wallet: free, as it has to be refused. Rejects with `Inconclusive` where
 * the main key was refused as well: then the kind and not the wallet is the reason.
 */
export async function withoutMoney(context: CheckContext, { name, row }: WalletShape): Promise<RequestSpec> {
  // Paid for long before, and not once more when a breach is confirmed: the first answer tells enough.
  const paid = await completion(context, row);
  if (!wasAccepted(paid)) {
    throw new Inconclusive(
      `the main key is refused ${name} as well; see ${row.judgedBy}`,
      [paid],
      row.judgedBy,
    );
  }
  const label = `${name}, with an empty wallet`;
  return refusable(completionSpec(row), label, { credential: 'empty-wallet' });
}
