import { CONDITION_OPTIONS } from './conditions.ts';
import { QUESTION_OPTIONS } from './questions.ts';

/** One option of the command line, and its environment variable. */
export interface OptionDefinition {
  name: string;
  /** The operand of the option; absent for switches. */
  value?: string;
  env?: string;
  multiple?: true;
  help: string;
  group: 'Target' | 'Selection' | 'Verdict' | 'Limits' | 'Network' | 'Usage' | 'Report' | 'Other';
}

/** Keys are never arguments, because all users of the machine can see arguments. */
export const OPTIONS: readonly OptionDefinition[] = [...QUESTION_OPTIONS, ...CONDITION_OPTIONS];
