import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { openBridge } from './bridge.ts';
import { type Looped, type OtherClient, type Question, TOOL } from './other-client.ts';
import { PYTHON_PROGRAM } from './python-program.ts';

type Fetch = typeof globalThis.fetch;

/** What the other process needs of this one's environment: no keys, and no proxy between it and the bridge. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'PYTHONPATH', 'VIRTUAL_ENV', 'SYSTEMROOT', 'USERPROFILE'];

/** An answer of five minutes is none. */
const LONGEST_MS = 300_000;

/** An error as Python names it. */
class PythonError extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
  }
}

/** Runs the program on one job; undefined where there is no Python, or it can't import the client. */
async function run(job: object): Promise<unknown> {
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const child = spawn('python3', ['-c', PYTHON_PROGRAM], {
    env: { ...env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
  // A program that is not there does not read.
  child.stdin.once('error', () => {}).end(JSON.stringify(job));
  const [said, well] = await Promise.all([text(child.stdout).catch(() => ''), ended]);
  if (!well) return undefined;
  const { value, error } = JSON.parse(said) as { value?: unknown; error?: { name: string; message: string } };
  if (error) throw new PythonError(error);
  return value;
}

async function ask<T>(fetch: Fetch, question: Question, feature: string, more: object = {}): Promise<T> {
  await using bridge = await openBridge(fetch);
  const job = { feature, base_url: bridge.baseUrl, token: bridge.token, ...question, ...more };
  const value = await run(job);
  if (value === undefined) throw new Error(`python3 broke, or did not end within ${LONGEST_MS / 1000} s`);
  return value as T;
}

let found: Promise<unknown> | undefined;

/** The official client of Python, in a process of its own. */
export const python: OtherClient = {
  id: 'python',
  name: 'openai (Python)',
  install: 'pip install openai, for the python3 on the PATH',
  async version() {
    found ??= run({ feature: 'version' });
    const version = await found;
    return typeof version === 'string' ? `openai ${version}` : undefined;
  },
  create: (fetch, question) => ask<string>(fetch, question, 'create'),
  stream: (fetch, question, usage) => ask<string>(fetch, question, 'stream', { usage }),
  loop: (fetch, question) => ask<Looped>(fetch, question, 'loop', { tool: TOOL }),
  structured: (fetch, question) => ask<unknown>(fetch, question, 'structured'),
};
