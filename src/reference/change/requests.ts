import type { Change } from '../behaviour.ts';
import type { ServiceRequest } from '../message.ts';
import type { Reason, Refusal } from '../refusal.ts';
import { type Edit, edited } from './pointer.ts';

/** Edits a place in every completion request before it is validated; `*` in the pointer is any element or member. */
export function beforeValidation(pointer: string, edit: Edit): Change {
  return (before) => ({
    normalize: (body, request) => before.normalize(edited(body, pointer, edit), request),
  });
}

/** Lets pass what is broken there, by putting something harmless (or nothing) in its place. */
export function lenient(pointer: string, broken: (value: unknown) => boolean, harmless: unknown): Change {
  return beforeValidation(pointer, (old) => (old !== undefined && broken(old) ? harmless : old));
}

/** Hides a place from the model though the request was accepted. */
export function ignored(pointer: string, edit: Edit): Change {
  return (before) => ({
    understand: (body, request) => before.understand(edited(body, pointer, edit) as typeof body, request),
  });
}

/** Whether a refusal is about this place of the body: the place itself, or something in it when `deep`. */
export function about(refusal: Refusal, pointer: RegExp): boolean {
  return refusal.violations?.some((violation) => pointer.test(violation.pointer)) ?? false;
}

/** Answers some refusals with another status. */
export function statusOf(
  which: (refusal: Refusal, request: ServiceRequest) => boolean,
  status: number,
): Change {
  return (before) => ({
    status: (refusal, request) => (which(refusal, request) ? status : before.status(refusal, request)),
  });
}

/** Answers all refusals for a reason with another status. */
export function statusFor(reason: Reason | readonly Reason[], status: number): Change {
  const reasons: readonly string[] = typeof reason === 'string' ? [reason] : reason;
  return statusOf((refusal) => reasons.includes(refusal.reason), status);
}
