import type { Change } from '../behaviour.ts';
import type { ServiceRequest } from '../message.ts';
import type { Reason, Refusal, Violation } from '../refusal.ts';
import { type Edit, edited, isObject } from './pointer.ts';

/** Edits a place in every completion request before validation; `*` in the pointer is any element or member. */
export function beforeValidation(pointer: string, edit: Edit): Change {
  return (before) => ({
    normalize: (body, request) => before.normalize(edited(body, pointer, edit), request),
  });
}

/** Members that make no sense, or have another meaning, without each other. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  tools: ['tools', 'tool_choice'],
  tool_choice: ['tools', 'tool_choice'],
  response_format: ['response_format'],
};

/**
 * Accepts violations at a place, as a service without validation would: a harmless value replaces the invalid one,
 * or nothing. Members of tools and formats are removed as a whole.
 */
export function lenient(pointer: string, broken: (value: unknown) => boolean, harmless: unknown): Change {
  const together = TOGETHER[pointer.split('/')[1] ?? ''];
  if (!together) return beforeValidation(pointer, (old) => (broken(old) ? harmless : old));
  return beforeValidation('', (body) => {
    let found = false;
    edited(body, pointer, (old) => {
      found ||= broken(old);
      return old;
    });
    if (!found || !isObject(body)) return body;
    return Object.fromEntries(Object.entries(body).filter(([name]) => !together.includes(name)));
  });
}

/** Rejects some bodies with 400 before their members are validated, as if unparsable. */
export const refusedUnread =
  (which: (body: Record<string, unknown>) => boolean): Change =>
  (before) => ({
    bodyText: (text, request) => (which(objectIn(text)) ? 'not supported' : before.bodyText(text, request)),
  });

/** The content of a request, even before its body is parsed; empty if it is not an object. */
export function askedIn(request: ServiceRequest): Record<string, unknown> {
  if (request.json !== undefined) return isObject(request.json) ? request.json : {};
  return objectIn(new TextDecoder().decode(request.body));
}

/** The object in a text; an empty one if there is none. */
function objectIn(text: string | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? '');
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

/** Ignores the violations that `which` selects, as an incomplete validator would. */
export const tolerated =
  (which: (violation: Violation, body: Record<string, unknown>) => boolean): Change =>
  (before) => ({
    violations: (found, body, request) =>
      before
        .violations(found, body, request)
        .filter((violation) => !which(violation, isObject(body) ? body : {})),
  });

/** Hides a place from the model although the request was accepted. */
export function ignored(pointer: string, edit: Edit): Change {
  return (before) => ({
    understand: (body, request) => before.understand(edited(body, pointer, edit) as typeof body, request),
  });
}

/** Whether an error is about this place of the body: the place itself, or a part of it with `deep`. */
export function about(refusal: Refusal, pointer: RegExp): boolean {
  return refusal.violations?.some((violation) => pointer.test(violation.pointer)) ?? false;
}

/** Returns another status for some errors. */
export function statusOf(
  which: (refusal: Refusal, request: ServiceRequest) => boolean,
  status: number,
): Change {
  return (before) => ({
    status: (refusal, request) => (which(refusal, request) ? status : before.status(refusal, request)),
  });
}

/** Returns another status for all errors with a reason. */
export function statusFor(reason: Reason | readonly Reason[], status: number): Change {
  const reasons: readonly string[] = typeof reason === 'string' ? [reason] : reason;
  return statusOf((refusal) => reasons.includes(refusal.reason), status);
}
