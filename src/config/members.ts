import { OPTIONS, type OptionDefinition } from '../options/definition.ts';

/** Options of a single invocation, which have no place in a file. */
const OF_AN_INVOCATION = new Set(['help', 'version', 'list', 'config', 'no-config', 'at', 'shard']);

/** A key is given by `{ env }` or `{ file }`: the member, the option for its file, and its variable. */
export const KEY_MEMBERS = [
  { member: 'apiKey', option: 'api-key-file', variable: 'CHATSPEC_API_KEY' },
  { member: 'nobalanceKey', option: 'nobalance-key-file', variable: 'CHATSPEC_NOBALANCE_KEY' },
  { member: 'otherOrgKey', option: 'other-org-key-file', variable: 'CHATSPEC_OTHER_ORG_KEY' },
] as const;

/** Options whose value is a file or folder: in a configuration they are relative to its folder. */
export const isPath = (option: OptionDefinition) => option.value === 'FILE' || option.value === 'FOLDER';

/** The options that a configuration has under the same name, except keys and headers. */
export const PLAIN_OPTIONS: readonly OptionDefinition[] = OPTIONS.filter(
  ({ name }) =>
    !OF_AN_INVOCATION.has(name) && name !== 'header' && !KEY_MEMBERS.some(({ option }) => option === name),
);

/** The member for an option: `max-usd` is `maxUsd`. */
export function memberOf(option: string): string {
  return option.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
