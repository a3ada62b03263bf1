import { completionSpec } from '../requests/ask.ts';
import { traitsOf } from '../requests/minimal-cover.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';

/** Requests with more features than the minimal one. A service may check keys elsewhere for them. */
export interface FeatureRichRequests {
  /** The minimal request that the valid key can send, if it is more than the endpoint's path. */
  plain?: RequestSpec | undefined;
  /** Sent without a key. */
  keyless?: RequestSpec | undefined;
  /** Sent with an unknown key. */
  unknown?: RequestSpec | undefined;
  /** Also sent without a key: for the reasoning model, if there is one. */
  thinking?: RequestSpec | undefined;
}

/**
 * The completions with the most features: a stream of two choices without a key, a stream of the reasoning model
 * with an unknown key, and another of that model without a key.
 */
export async function featureRichCompletions(context: CheckContext): Promise<FeatureRichRequests> {
  const rows = [...context.planned].sort((a, b) => traitsOf(b).length - traitsOf(a).length);
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
 * A request in the form that the service accepts from the valid key. A rejected part would hide whether the key was
 * checked. If the run does not send it with the valid key anyway, the request is used unchanged.
 */
async function takenOf(context: CheckContext, row: PlannedCompletion): Promise<PlannedCompletion> {
  if (!context.selected(row.judgedBy)) return row;
  return context.acceptedPart(context, row, (part) => guardedApart(part) > 0);
}

/** The number of features for which a service may have a separate, separately guarded code path. */
function guardedApart({ body }: PlannedCompletion): number {
  return Number(body.tools !== undefined) + Number((body.messages as unknown[]).length > 1);
}
