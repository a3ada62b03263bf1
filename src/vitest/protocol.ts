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
  interface TaskMeta {
    concluded?: Concluded;
  }
}
