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
