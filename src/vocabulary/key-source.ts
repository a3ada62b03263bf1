import type { Credential } from './exchange.ts';

/** Where a key of a run was found: the name of an environment variable, or a file; never the key. */
export type KeySource = { env: string } | { file: string };

/** The same by key; what is not there was found in the variable that chatspec looks for by itself. */
export type KeySources = Partial<Record<Exclude<Credential, 'none'>, KeySource>>;
