/** What a command talks to: never `process` itself, so that tests can listen. */
export interface Io {
  stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  cwd: string;
  env: NodeJS.ProcessEnv;
}
