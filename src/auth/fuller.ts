import { completionSpec } from '../requests/ask.ts';
import { corpusOf } from '../requests/corpus-of.ts';
import { traitsOf } from '../requests/fewest.ts';
import type { PlannedCompletion } from '../requests/planned.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';

/** Requests as callers send them who want more than the least: keys may be looked at elsewhere for them. */
export interface Fuller {
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
export function fullerCompletions(context: CheckContext): Fuller {
  const rows = [...corpusOf(context)].sort((a, b) => traitsOf(b).length - traitsOf(a).length);
  const whole = rows.filter(({ body }) => body.stream !== true);
  const streams = rows.filter((row) => !whole.includes(row));
  const stream = streams.reduce<PlannedCompletion | undefined>(
    (best, row) => (best && guardedApart(best) >= guardedApart(row) ? best : row),
    undefined,
  );
  const one = whole.find(({ body }) => body.model === context.reasoningModel) ?? whole[0];
  const thinking = rows.find((row) => row.body.model === context.reasoningModel && !whole.includes(row));
  return {
    keyless: stream && completionSpec({ ...stream, body: { ...stream.body, n: 2 }, choices: 2 }),
    unknown: one && completionSpec(one),
    thinking: thinking && completionSpec(thinking),
  };
}

/** Of how many kinds a request is that a service may serve, and guard, in a place of their own. */
function guardedApart({ body }: PlannedCompletion): number {
  return Number(body.tools !== undefined) + Number((body.messages as unknown[]).length > 1);
}
