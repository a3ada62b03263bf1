import type { Change } from '../../behaviour.ts';
import { isObject } from '../../change/pointer.ts';
import type { Violation } from '../../refusal.ts';

/** Accepts the violations that `which` selects, as an incomplete validator would. */
export const overlooked =
  (which: (violation: Violation, body: Record<string, unknown>) => boolean): Change =>
  (before) => ({
    violations: (found, body, request) =>
      before
        .violations(found, body, request)
        .filter((violation) => !(isObject(body) && which(violation, body))),
  });

/** A number below its minimum, or above its maximum. */
export const isBound = ({ keyword }: Violation) => keyword === 'minimum' || keyword === 'maximum';

/** The number that violates a bound. */
export const valueAt = ({ pointer }: Violation, body: Record<string, unknown>): number =>
  Number(body[pointer.slice(1)]);

/** Accepts one of so many invalid requests. */
export const overlookedEach =
  (every: number): Change =>
  (before) => ({
    violations: (found, body, request) => {
      const own = before.violations(found, body, request);
      return own.length > 0 && request.service.count('invalid') % every === every - 1 ? [] : own;
    },
  });
