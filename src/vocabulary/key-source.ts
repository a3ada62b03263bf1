import type { Credential } from './exchange.ts';

/** The source of a run's key: the name of an environment variable, or a file; never the key. */
export type KeySource = { env: string } | { file: string };

/** The same by key; missing ones come from the default variable. */
export type KeySources = Partial<Record<Exclude<Credential, 'none'>, KeySource>>;
