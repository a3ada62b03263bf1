import { isObject, type JsonObject } from '../judge/json.ts';
import { isEventStream, jsonBody } from '../judge/json-body.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import {
  attempt,
  decided,
  Inconclusive,
  isUndecidable,
  NotApplicable,
  orUndefined,
  type Undecidable,
} from '../vocabulary/undecidable.ts';
import { completion, completionSpec } from './ask.ts';
import { eachRow, unstreamed } from './rows.ts';

/** A completion with status 200, whatever its body. */
export interface Answered {
  row: PlannedCompletion;
  exchange: Exchange;
}

/** A completion with status 200 and a JSON object. */
export interface Completed extends Answered {
  body: JsonObject;
}

/** Requests a row without streaming. Rejects with `Inconclusive` if the response is an event stream. */
export async function unstreamedAnswer(ask: Requester, row: PlannedCompletion): Promise<Answered> {
  const exchange = await whole(ask.answered(row), 'completion/body-ends');
  if (isEventStream(exchange)) {
    const message = 'a request without stream got an event stream';
    throw new Inconclusive(message, [exchange], 'stream/only-when-asked');
  }
  if (exchange.response?.body.whole === false) {
    throw new Inconclusive('the body exceeds the memory limit', [exchange]);
  }
  return { row, exchange };
}

/** Requests a row without streaming. Rejects with `Inconclusive` if the body is not a JSON object. */
export async function completed(ask: Requester, row: PlannedCompletion): Promise<Completed> {
  const { exchange } = await unstreamedAnswer(ask, row);
  const body = jsonBody(exchange);
  if (!isObject(body)) {
    throw new Inconclusive('the body is not a JSON object', [exchange], 'completion/body-is-json');
  }
  return { row, exchange, body };
}

/** Gatherers of all completions of the corpus that are not streamed and satisfy the predicate. */
export function completions(
  context: CheckContext,
  wanted: (row: PlannedCompletion) => boolean = () => true,
): ((ask: Requester) => Promise<Completed>)[] {
  return eachRow(context, (row) => unstreamed(row) && wanted(row), completed);
}

/** A response whose body is complete, or is truncated in the same way at the same place each time. */
export interface Ending {
  exchanges: readonly [Exchange, ...Exchange[]];
  broken: boolean;
}

/**
 * Requests a row to observe the end of its body. A body that is truncated three times in the same way counts only
 * if the body of a control is complete; otherwise it is inconclusive.
 */
export async function endingOf(
  ask: Requester,
  row: PlannedCompletion,
  control: PlannedCompletion | undefined,
): Promise<Ending | Undecidable> {
  const answer = await attempt(ask.answered(row));
  if (!isUndecidable(answer)) return { exchanges: [answer], broken: false };
  if (answer instanceof NotApplicable || !brokenAlike(answer.exchanges) || !control) return answer;
  const last = answer.exchanges.at(-1)!;
  const sound = await controlOf(ask, control);
  if (!sound?.response || sound.failure) return answer;
  return { exchanges: [last, ...answer.exchanges.filter((e) => e !== last), sound], broken: true };
}

/**
 * The response of a control. If the truncated requests used up the budget for valid requests, it is bought as a
 * control.
 */
async function controlOf(ask: Requester, control: PlannedCompletion): Promise<Exchange | undefined> {
  return orUndefined(completion(ask, control).catch(() => ask.sendControl(completionSpec(control))));
}

/**
 * Passes a response on; one whose body is truncated in the same way each time is left to the check that reports it.
 */
export async function whole<T>(answer: Promise<T>, blockedBy: CheckId): Promise<T> {
  const value = await attempt(answer);
  if (!(value instanceof Inconclusive) || value.blockedBy || !brokenAlike(value.exchanges))
    return decided(value) as T;
  throw new Inconclusive(value.message, value.exchanges, blockedBy);
}
