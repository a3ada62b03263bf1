import { resolve } from 'node:path';
import type { KeySources } from '../vocabulary/key-source.ts';
import type { Given } from './parse.ts';

/** Keys, with the option for their file and their variable. */
const KEYS = [
  ['main', 'api-key-file', 'CHATSPEC_API_KEY'],
  ['empty-wallet', 'nobalance-key-file', 'CHATSPEC_NOBALANCE_KEY'],
  ['other-organization', 'other-org-key-file', 'CHATSPEC_OTHER_ORG_KEY'],
] as const;

/**
 * The sources of a run's keys, if they are not the default variables. `named` contains the other names under which
 * a configuration found the values of these variables.
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

/** npm changes to the folder of the package: a relative path is resolved from there, not from the user's folder. */
function fromWhereTheUserIs(file: string): string {
  const moved = process.env.npm_lifecycle_event !== undefined && process.env.INIT_CWD !== process.cwd();
  return moved ? resolve(file) : file;
}
