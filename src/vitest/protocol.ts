/** Data from the tests to the plugin, in the meta of their file. */
export interface Concluded {
  /** The command's exit code for the same run. */
  exitCode: number;
  /** The report in one line; the error if there is none. */
  statement: string;
  /** The report's folder, if there is one. */
  folder?: string;
}

declare module 'vitest' {
  interface TaskMeta {
    concluded?: Concluded;
  }
}
