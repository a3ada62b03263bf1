import { schemaOf } from '../contract/schemas.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { shapeOf } from './shape.ts';
import { LIMITS } from './single.ts';

/**
 * Whether a request to the same model has all optional members of a part, each with a value of the same kind;
 * numbers, limits and messages may differ.
 */
export function isPartOf(part: PlannedCompletion, { body }: Pick<PlannedCompletion, 'body'>): boolean {
  const { model, messages: _, ...members } = part.body;
  return (
    model === body.model &&
    Object.entries(members).every(
      ([member, value]) => LIMITS.includes(member) || kind(member, value) === kind(member, body[member]),
    )
  );
}

function kind(member: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'number') return typeof value;
  return shapeOf(value, schemaOf('completion-request').properties?.[member]);
}
