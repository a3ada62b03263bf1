import { isObject } from '../judge/json.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { LONG, LONG_ABROAD } from './prompts.ts';

/** The completions that this run pays for and that satisfy the predicate, in the order of the corpus. */
export function rows(
  context: Pick<CheckContext, 'planned'>,
  wanted: (row: PlannedCompletion) => boolean,
): readonly PlannedCompletion[] {
  return context.planned.filter(wanted);
}

/** Rows, the one with the shortest body first. */
export function bySize(rows: readonly PlannedCompletion[]): PlannedCompletion[] {
  return [...rows].sort((a, b) => sizeOf(a) - sizeOf(b));
}

/** Characters of a row's body, which every constraint needs. */
function sizeOf(row: PlannedCompletion): number {
  const size = sizes.get(row) ?? JSON.stringify(row.body).length;
  sizes.set(row, size);
  return size;
}
const sizes = new WeakMap<PlannedCompletion, number>();

export const streamed = (row: PlannedCompletion): boolean => row.body.stream === true;
export const unstreamed = (row: PlannedCompletion): boolean => row.body.stream !== true;

/** The form of `tool_choice`: a mode, `named`, or undefined when it is absent. */
export function toolChoice({ body }: PlannedCompletion): string | undefined {
  if (isObject(body.tool_choice)) return 'named';
  return typeof body.tool_choice === 'string' ? body.tool_choice : undefined;
}

/** The type of the response format; undefined when it is absent. */
export function formatType({ body }: PlannedCompletion): string | undefined {
  const type = isObject(body.response_format) ? body.response_format.type : undefined;
  return typeof type === 'string' ? type : undefined;
}

/** The stop strings of a request, in whatever form. */
export function stopStrings({ body }: PlannedCompletion): readonly string[] {
  const { stop } = body;
  const all = Array.isArray(stop) ? stop : [stop];
  return all.filter((text): text is string => typeof text === 'string' && text !== '');
}

/** True if the request's limit cuts its text in any case. */
export function asksForLong({ body, tokens }: PlannedCompletion): boolean {
  const last: unknown = Array.isArray(body.messages) ? body.messages.at(-1) : undefined;
  if (tokens >= 12 || !isObject(last)) return false;
  return [LONG, LONG_ABROAD].some((text) => String(last.content).includes(text));
}

/** A stop string that does not occur in our calls and JSON texts: long, with a character that they do not need. */
const isMarker = (stop: string) => stop.length > 2 && /[^\w\s{}[\]":,.-]/.test(stop);

/** True when no stop string can cut a call or a JSON text in two. */
export const unstopped = (row: PlannedCompletion): boolean => stopStrings(row).every(isMarker);

/**
 * Gatherers of data from the completions of the corpus that satisfy the predicate, one for each. If the service
 * rejects a request for a part of it, chatspec retries it without the rejected part, as long as it satisfies the
 * predicate. Another check reports the rejection.
 */
export function eachRow<T>(
  context: CheckContext,
  wanted: (row: PlannedCompletion) => boolean,
  gather: (ask: Requester, row: PlannedCompletion) => Promise<T>,
): ((ask: Requester) => Promise<T>)[] {
  return rows(context, wanted).map(
    (row) => async (ask: Requester) => gather(ask, await context.acceptedPart(ask, row, wanted)),
  );
}

/** The requests of the corpus that satisfy the predicate, or the substitutes of rejected ones. */
export function acceptedRows(
  context: CheckContext,
  ask: Requester,
  wanted: (row: PlannedCompletion) => boolean,
): Promise<PlannedCompletion[]> {
  return Promise.all(rows(context, wanted).map((row) => context.acceptedPart(ask, row, wanted)));
}
