import { isObject, list, member } from '../judge/json.ts';
import { withBeginning } from '../vocabulary/beginning.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import {
  bodyText,
  type Exchange,
  isClientError,
  isSuccess,
  mediaType,
  type RequestSpec,
} from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { brokenAlike, isTransient } from '../vocabulary/transient.ts';
import { Inconclusive, NotApplicable, orUndefined } from '../vocabulary/undecidable.ts';
import { plainRow } from './basics.ts';
import { describedBy, lacksOf } from './description.ts';
import type { Json } from './edit.ts';
import { completion, completionSpec } from './planned.ts';
import { single, singleConversation } from './single.ts';

export { plainRow } from './basics.ts';
export { COMPLETIONS, completion, completionSpec, jsonPost } from './planned.ts';

/** See `Requester.answered`. */
export async function answered(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  const exchange = await taken(ask, row);
  if (exchange.response?.status === 200 || holdsCompletion(exchange)) return exchange;
  throw await refusedRow(ask, row, exchange);
}

/** Whether a success is a completion by its body: JSON with choices, or an event stream. */
function holdsCompletion(exchange: Exchange): boolean {
  if (!isSuccess(exchange)) return false;
  if (mediaType(exchange) === 'text/event-stream') return true;
  try {
    return Array.isArray(member(parseJson(bodyText(exchange)), 'choices'));
  } catch {
    return false;
  }
}

/** The valid control of an invalid request: if it was not accepted, the result is inconclusive (see `answered`). */
export async function control(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  const exchange = await taken(ask, row).catch(begun);
  if (isSuccess(exchange)) return exchange;
  throw await refusedRow(ask, row, exchange);
}

/**
 * The last response if all bodies were truncated alike, up to the start of its body: the status shows whether the
 * request was accepted, and another check reports the truncation. Rethrows everything else.
 */
export function begun(error: unknown): Exchange {
  const last = brokenOff(error);
  if (!last) throw error;
  const { failure: _, ...head } = last;
  if (isTransient(head)) throw error;
  return head;
}

const BODIES_END: ReadonlySet<CheckId | undefined> = new Set<CheckId>([
  'stream/body-ends',
  'completion/body-ends',
]);

/** The last of the responses whose bodies were truncated in the same way three times, or in a known way. */
export function brokenOff(error: unknown): Exchange | undefined {
  if (!(error instanceof Inconclusive)) return undefined;
  const last = error.exchanges.at(-1);
  if (!last?.response || !last.failure) return undefined;
  return BODIES_END.has(error.blockedBy) || brokenAlike(error.exchanges) ? last : undefined;
}

async function taken(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  const exchange = await completion(ask, row).catch((error: unknown) => {
    throw steadyServerError(error) ? new Inconclusive(error.message, error.exchanges, row.judgedBy) : error;
  });
  if (isSuccess(exchange)) return exchange;
  const why = await unlisted(ask, row, exchange);
  if (why === undefined) return exchange;
  const again = await acceptedAgain(ask, row);
  if (again) return again;
  const isForm = isObject(row.body.tool_choice);
  if (isForm && (await acceptedAgain(ask, single('tool_choice', row.body)))) return exchange;
  throw new NotApplicable(why);
}

/** Why a rejection may follow the second description; undefined if it does not, or if its cause is another one. */
async function unlisted(
  ask: Requester,
  { body }: PlannedCompletion,
  exchange: Exchange,
): Promise<string | undefined> {
  const lacking = lacksOf(body);
  if (lacking.length > 0 && (await describedBy(ask, String(body.model))) === 'second')
    return `the target follows the published description without ${lacking.join(' and ')}`;
  if (!isClientError(exchange) || !isObject(body.tool_choice)) return undefined;
  const alone = await completion(ask, single('tool_choice', body)).catch(begun);
  if (!isClientError(alone) || (await isAcceptedWithType(ask, body))) return undefined;
  // Tools that are rejected without a choice too say nothing about the choice.
  if (isClientError(await completion(ask, single('tools', body)).catch(begun))) return undefined;
  return 'the target rejects a tool_choice that names a function, which one published description lacks';
}

/**
 * The response that accepts a rejected request when it is sent again, and then twice at once: a service that rejects
 * requests at intervals accepts one of the two. Undefined if there is none. `send` gives each its own name.
 */
export async function acceptedOnce(
  send: (name: string) => Promise<Exchange | undefined>,
): Promise<Exchange | undefined> {
  const first = await send('again');
  if (!first) return undefined;
  if (isSuccess(first)) return first;
  const both = await Promise.all(['again-second', 'again-third'].map(send));
  return both.find((answer) => answer !== undefined && isSuccess(answer));
}

const acceptedAgain = (ask: Requester, row: PlannedCompletion): Promise<Exchange | undefined> =>
  acceptedOnce((name) => orUndefined(completion(ask, { ...row, id: `${row.id}/${name}` }).catch(begun)));

/** Whether the choice is accepted with its type: the form that names a function is then known. */
export async function isAcceptedWithType(ask: Requester, body: Json): Promise<boolean> {
  const typed = typedChoice(body);
  return typed !== undefined && isSuccess(await completion(ask, single('tool_choice', typed)).catch(begun));
}

async function refusedRow(ask: Requester, row: PlannedCompletion, exchange: Exchange): Promise<Inconclusive> {
  const status = exchange.response?.status;
  const what = status === undefined ? 'got no answer' : `got status ${status}`;
  const judgedBy = isClientError(exchange) ? await blamedFor(ask, row) : judgeOf(status, row);
  return new Inconclusive(`${row.why}: the request ${what}`, [exchange], judgedBy);
}

/** The check for a success: another status than 200 accepted the request. */
function judgeOf(status: number | undefined, row: PlannedCompletion): CheckId {
  return status !== undefined && status > 200 && status < 300 ? 'completion/status-200' : row.judgedBy;
}

/**
 * The check that reports a rejection: that of streams, if none work; that of the conversation, if it is rejected
 * alone too. If it is accepted alone, the request is rejected for one of its members, or their combination.
 */
async function blamedFor(ask: Requester, row: PlannedCompletion): Promise<CheckId> {
  if (row.body.stream === true) {
    const stream = single('stream', row.body);
    if (await isRefused(ask, stream)) return stream.judgedBy;
  }
  if (list(row.body.messages).every((message) => member(message, 'role') === 'user')) return row.judgedBy;
  const conversation = singleConversation(row.body);
  if (await isRefused(ask, conversation)) {
    const tools = conversation.body.tools === undefined ? undefined : single('tools', row.body);
    return tools && (await isRefused(ask, tools)) ? tools.judgedBy : conversation.judgedBy;
  }
  if (row.judgedBy !== conversation.judgedBy) return row.judgedBy;
  for (const name of Object.keys(row.body)) {
    if (name === 'model' || name === 'messages') continue;
    const alone = single(name, row.body);
    if (await isRefused(ask, alone)) return alone.judgedBy;
  }
  return 'request/accepts-combinations';
}

/** Whether the service rejects; an inconclusive result is not a rejection. */
async function isRefused(ask: Requester, row: PlannedCompletion): Promise<boolean> {
  const answer = await orUndefined(completion(ask, row).catch(begun));
  return answer !== undefined && isClientError(answer);
}

/** True if every attempt ended in the same server error: the request may be the cause. */
export function steadyServerError(error: unknown): error is Inconclusive {
  if (!(error instanceof Inconclusive)) return false;
  if (error.exchanges.length < 2 && !error.isSteady) return false;
  const statuses = new Set(error.exchanges.map((e) => (e.failure ? undefined : e.response?.status)));
  const [status] = statuses;
  return statuses.size === 1 && status !== undefined && status >= 500;
}

/** The minimal request for a body's model: the control of a request that gets server errors. */
export function plainControl(body: Json): RequestSpec {
  return completionSpec(plainRow(String(body.model)));
}

/**
 * Sends a request whose response is to be judged. A usually transient server error counts as the response if it
 * recurs each time, while the control is accepted before, between and after: the service is then not overloaded.
 * The controls are shared by all waiting requests. A long refusal of an invalid request is returned with the
 * beginning of its body: a run keeps thousands.
 */
export async function settled(ask: Requester, spec: RequestSpec, beside: RequestSpec): Promise<Exchange> {
  const exchange = await steady(ask, spec, beside);
  return spec.bad && isClientError(exchange) ? withBeginning(exchange) : exchange;
}

async function steady(ask: Requester, spec: RequestSpec, beside: RequestSpec): Promise<Exchange> {
  try {
    return await ask.send(spec);
  } catch (error) {
    if (!steadyServerError(error)) return begun(error);
    const status = error.exchanges.at(-1)?.response?.status;
    if (!isSuccess(await ask.sendControl(beside))) throw error;
    // Three of its kind recurred between controls: for this one its repetition is enough.
    if (error.isSteady && !spec.billable) return error.exchanges.at(-1)!;
    const again = await ask.sendOnce(spec);
    if (again.response?.status !== status || !isSuccess(await ask.sendControl(beside))) throw error;
    return again;
  }
}

/** The same request with the type of its tool_choice; undefined if that is not an object or has one. */
export function typedChoice(body: Json): Json | undefined {
  const { tool_choice: choice } = body;
  if (!isObject(choice) || choice.type !== undefined) return undefined;
  return { ...body, tool_choice: { type: 'function', ...choice } };
}
