import type { CheckId } from '../../vocabulary/check-ids.ts';
import { decided, Inconclusive } from '../../vocabulary/undecidable.ts';
import type { CompletionAsked } from '../table.ts';
import { countAsAsked } from './choices.ts';
import { fits, type Part } from './schema.ts';

/**
 * A model's answer can only be judged if its body can be parsed. Otherwise the check that reports the cause is
 * named.
 */

const IN_CHOICES: readonly (readonly [Part, CheckId])[] = [
  ['body', 'completion/fits-schema'],
  ['calls', 'tool/call-shape'],
  ['arguments', 'tool/arguments-are-strings'],
];

/** Members of a choice that are irrelevant to the answer: the rest is readable whatever they are. */
const BESIDE_THE_ANSWER =
  /^body \/choices\/\d+\/(seed|token_ids|message\/(name|reasoning|tool_call_id))(\/|$)/;

const spoilt = (part: Part, completed: CompletionAsked) =>
  fits(part)(completed).some(
    ({ place }) => place.startsWith('body /choices') && !BESIDE_THE_ANSWER.test(place),
  );

/** Why a body cannot be parsed: its choices do not match the schema. */
export function whyUnusable(completed: CompletionAsked): Inconclusive | undefined {
  for (const [part, blockedBy] of IN_CHOICES) {
    if (spoilt(part, completed))
      return new Inconclusive('the choices do not match the schema', [completed.exchange], blockedBy);
  }
  if (countAsAsked(completed).length === 0) return undefined;
  const message = 'the number of choices differs from n';
  return new Inconclusive(message, [completed.exchange], 'completion/choices-as-asked');
}

/** Rejects such a body. */
export function expectUsable(completed: CompletionAsked): void {
  decided(whyUnusable(completed));
}

/** Rejects a body without choices: their content is missing for that reason. */
export function expectChoices(completed: CompletionAsked): void {
  if (spoilt('body', completed))
    throw new Inconclusive(
      'the choices do not match the schema',
      [completed.exchange],
      'completion/fits-schema',
    );
}
