import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { isSuccess } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { orUndefined } from '../vocabulary/undecidable.ts';
import { begun, completion, plainRow } from './ask.ts';
import { partsOf } from './parts.ts';
import { forOtherModel } from './planned.ts';
import { single } from './single.ts';

/** See `CheckContext.acceptedPart`. */
export async function acceptedPart(
  { model }: Pick<CheckContext, 'model'>,
  ask: Requester,
  row: PlannedCompletion,
  wanted: (row: PlannedCompletion) => boolean,
): Promise<PlannedCompletion> {
  if (forOtherModel(row) || (await isRefused(ask, row)) !== true) return row;
  if ((await isRefused(ask, plainRow(model))) !== false) return row;
  if (row.body.stream === true && (await isRefused(ask, single('stream', row.body))) !== false) return row;
  for (const part of partsOf(row)) if (wanted(part) && (await isRefused(ask, part)) === false) return part;
  return row;
}

/** Whether a request is rejected for its content; undefined if it is neither rejected so nor accepted. */
async function isRefused(ask: Requester, row: PlannedCompletion): Promise<boolean | undefined> {
  const answer = await orUndefined(completion(ask, row).catch(begun));
  if (answer === undefined) return undefined;
  if (isSuccess(answer)) return false;
  return [400, 422].includes(answer.response?.status ?? 0) ? true : undefined;
}
