/** One option of the command line, and the environment variable that stands for it. */
export interface OptionDefinition {
  name: string;
  /** What follows the option; absent for switches. */
  value?: string;
  env?: string;
  multiple?: true;
  help: string;
  group: 'Target' | 'Selection' | 'Verdict' | 'Limits' | 'Network' | 'Usage' | 'Report' | 'Other';
}
