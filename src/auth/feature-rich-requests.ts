import { acceptedPart } from '../requests/accepted-part.ts';
import { completionSpec } from '../requests/ask.ts';
import { corpusOf } from '../requests/corpus-of.ts';
import { traitsOf } from '../requests/minimal-cover.ts';
import type { PlannedCompletion } from '../requests/planned.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';

/** Requests as callers send them who want more than the least: keys may be looked at elsewhere for them. */
export interface FeatureRichRequests {
  /** The plainest one that is answered with the right key, where that is not the endpoint's path alone. */
  plain?: RequestSpec | undefined;
  /** Goes without a key. */
  keyless?: RequestSpec | undefined;
  /** Goes with an unknown key. */
  unknown?: RequestSpec | undefined;
  /** Goes without a key as well: for the model that reasons, where there is one. */
  thinking?: RequestSpec | undefined;
}

/**
 * The completions of the run that have most to show: a stream of two choices for who has no key, and one of the reasoning
 * model, if there is one, for who has an unknown one; and a stream of that model for who has none.
 */
export async function featureRichCompletions(context: CheckContext): Promise<FeatureRichRequests> {
  const rows = [...corpusOf(context)].sort((a, b) => traitsOf(b).length - traitsOf(a).length);
  const whole = rows.filter(({ body }) => body.stream !== true);
  const streams = rows.filter((row) => !whole.includes(row));
  const richest = streams.reduce<PlannedCompletion | undefined>(
    (best, row) => (best && guardedApart(best) >= guardedApart(row) ? best : row),
    undefined,
  );
  const stream = richest && (await takenOf(context, richest));
  const one = whole.find(({ body }) => body.model === context.reasoningModel) ?? whole[0];
  const thinking = rows.find((row) => row.body.model === context.reasoningModel && !whole.includes(row));
  return {
    keyless: stream && completionSpec({ ...stream, body: { ...stream.body, n: 2 }, choices: 2 }),
    unknown: one && completionSpec(await takenOf(context, one)),
    thinking: thinking && completionSpec(thinking),
  };
}

/**
 * A request as the right key is served it: one that is refused for something in it is refused, keys or not. Where the run
 * does not ask for it anyway it is left as it is.
 */
async function takenOf(context: CheckContext, row: PlannedCompletion): Promise<PlannedCompletion> {
  if (!context.selected(row.judgedBy)) return row;
  return acceptedPart(context, context, row, (part) => guardedApart(part) > 0);
}

/** Of how many kinds a request is that a service may serve, and guard, in a place of their own. */
function guardedApart({ body }: PlannedCompletion): number {
  return Number(body.tools !== undefined) + Number((body.messages as unknown[]).length > 1);
}
