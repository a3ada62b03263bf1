import { CONDITION_OPTIONS } from './conditions.ts';
import type { OptionDefinition } from './definition.ts';
import { QUESTION_OPTIONS } from './questions.ts';

/** Keys are never arguments, because all users of the machine can see arguments. */
export const OPTIONS: readonly OptionDefinition[] = [...QUESTION_OPTIONS, ...CONDITION_OPTIONS];
