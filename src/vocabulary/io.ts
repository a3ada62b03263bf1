/** The environment of a command: never `process` itself, so that tests can replace it. */
export interface Io {
  stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  /** The input for answers; absent if no one can be asked. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Writes lines that a CI runner obeys. Similar lines in the other streams are neutralized. */
  commands?(lines: string): void;
  cwd: string;
  env: NodeJS.ProcessEnv;
}
