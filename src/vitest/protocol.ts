import type { Shard } from '../vocabulary/shard.ts';

/** How the test file of a section is called. */
export const FILE_ENDING = '.vitest.ts';

/** What the plugin tells the tests of one run of vitest. */
export interface Announced {
  /** Counts the runs of a watching vitest: a new one asks anew. */
  run: number;
  /** The test files that are run. */
  files: readonly string[];
  /** What `-t` was given, as the source of a regular expression and its flags. */
  pattern?: readonly [source: string, flags: string];
  /** What `--shard` was given. */
  shard?: Shard;
}

/** What the tests tell the plugin, in the meta of their file. */
export interface Concluded {
  /** Of the command, for the same run. */
  exitCode: number;
  /** The report in one line; what went wrong when there is none. */
  statement: string;
  /** The report's folder, when there is one. */
  folder?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    chatspec: Announced;
  }
  interface TaskMeta {
    concluded?: Concluded;
  }
}
