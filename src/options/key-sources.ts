import { resolve } from 'node:path';
import type { KeySources } from '../vocabulary/key-source.ts';
import type { Given } from './parse.ts';

/** Keys, with the option that takes their file and the variable that holds them. */
const KEYS = [
  ['main', 'api-key-file', 'CHATSPEC_API_KEY'],
  ['empty-wallet', 'nobalance-key-file', 'CHATSPEC_NOBALANCE_KEY'],
  ['other-organization', 'other-org-key-file', 'CHATSPEC_OTHER_ORG_KEY'],
] as const;

/**
 * Where the keys of a run were found, as far as that is not the variable of each. `named` tells under which other names a
 * configuration found what stands in these variables.
 */
export function keySources(given: Given, named: Readonly<Record<string, string>> = {}): KeySources {
  const sources: KeySources = {};
  for (const [credential, option, variable] of KEYS) {
    const file = given.get(option)?.at(-1);
    const env = named[variable];
    if (file !== undefined) sources[credential] = { file: fromWhereTheUserIs(file) };
    else if (env !== undefined && env !== variable) sources[credential] = { env };
  }
  return sources;
}

/** npm goes to the folder of the package first: a relative path is found from there, and not from where the user is. */
function fromWhereTheUserIs(file: string): string {
  const moved = process.env.npm_lifecycle_event !== undefined && process.env.INIT_CWD !== process.cwd();
  return moved ? resolve(file) : file;
}
