/** What a command talks to: never `process` itself, so that tests can listen. */
export interface Io {
  stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  /** Where answers are read from; absent where nobody can be asked. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Writes lines that a CI runner obeys. Anything that looks like one in the other streams is neutralized. */
  commands?(lines: string): void;
  cwd: string;
  env: NodeJS.ProcessEnv;
}
