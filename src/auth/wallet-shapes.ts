import { type Interview, Undecided } from '../check.ts';
import {
  completion,
  completionSpec,
  type PlannedCompletion,
  plainRow,
  wasAccepted,
} from '../generate/ask.ts';
import { corpusOf } from '../generate/corpus-of.ts';
import type { RequestSpec } from '../target/exchange.ts';
import { refusable } from './endpoints.ts';

/** A kind of request that services bill on a path of its own. */
export interface WalletShape {
  /** In words, for labels and findings. */
  name: string;
  /** A request of that kind that the run pays for anyway, so that it is known to be taken from a key with money. */
  row: PlannedCompletion;
}

/** A limit for which a service that reserves what an answer may cost has to reserve more than for the others. */
const LONG_LIMIT = 1024;

const SHAPES: readonly (readonly [name: string, fits: (row: PlannedCompletion, t: Interview) => boolean])[] =
  [
    ['several choices', ({ body }) => body.n === 2 && !body.tools],
    ['tools', ({ body }) => body.tools !== undefined && !['none', undefined].includes(choice(body))],
    ['a response format', ({ body }) => body.response_format !== undefined && body.n !== 2],
    ['log probabilities', ({ body }) => body.logprobs === true && body.n !== 2],
    [
      'the reasoning model',
      ({ body }, t) => t.reasoningModel !== undefined && body.model === t.reasoningModel,
    ],
  ];

function choice({ tool_choice: given }: Record<string, unknown>): string | undefined {
  return typeof given === 'object' ? 'named' : (given as string | undefined);
}

/** The kinds that this run has a request of, and the plainest request with a long limit. */
export function walletShapes(t: Interview): WalletShape[] {
  const rows = corpusOf(t).filter(({ body }) => body.stream !== true);
  const found = SHAPES.flatMap(([name, fits]) => {
    const row = rows.find((one) => fits(one, t));
    return row ? [{ name, row }] : [];
  });
  return [...found, { name: 'a long limit', row: longLimit(t.model) }];
}

function longLimit(model: string): PlannedCompletion {
  const row = plainRow(model);
  return { ...row, body: { ...row.body, max_tokens: LONG_LIMIT }, tokens: LONG_LIMIT };
}

/**
 * The request of a kind for the key with the empty wallet: free, as it has to be refused. Rejects with `Undecided` where
 * the main key was refused as well: then the kind and not the wallet is the reason.
 */
export async function withoutMoney(t: Interview, { name, row }: WalletShape): Promise<RequestSpec> {
  // Paid for long before, and not once more when a breach is confirmed: the first answer tells enough.
  const paid = await completion(t, row);
  if (!wasAccepted(paid)) {
    throw new Undecided(`the main key is refused ${name} as well; see ${row.judgedBy}`, [paid], row.judgedBy);
  }
  const label = `${name}, with an empty wallet`;
  return refusable(completionSpec(row), label, { credential: 'empty-wallet' });
}
