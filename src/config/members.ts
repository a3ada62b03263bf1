import type { OptionDefinition } from '../options/definition.ts';
import { OPTIONS } from '../options/definitions.ts';

/** Options that say something about one invocation, and so have no place in a file. */
const OF_AN_INVOCATION = new Set(['help', 'version', 'list', 'config', 'no-config', 'at', 'shard']);

/** A key is named by `{ env }` or `{ file }`: the member, the option that takes its file, the variable that holds it. */
export const KEY_MEMBERS = [
  { member: 'apiKey', option: 'api-key-file', variable: 'CHATSPEC_API_KEY' },
  { member: 'nobalanceKey', option: 'nobalance-key-file', variable: 'CHATSPEC_NOBALANCE_KEY' },
  { member: 'otherOrgKey', option: 'other-org-key-file', variable: 'CHATSPEC_OTHER_ORG_KEY' },
] as const;

/** Options whose value is a file or a folder: in a configuration they are found from its folder. */
export const isPath = (option: OptionDefinition) => option.value === 'FILE' || option.value === 'FOLDER';

/** The options that a configuration has under the same name, keys and headers aside. */
export const PLAIN_OPTIONS: readonly OptionDefinition[] = OPTIONS.filter(
  ({ name }) =>
    !OF_AN_INVOCATION.has(name) && name !== 'header' && !KEY_MEMBERS.some(({ option }) => option === name),
);

/** The member that stands for an option: `max-usd` is `maxUsd`. */
export function memberOf(option: string): string {
  return option.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
