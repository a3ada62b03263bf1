import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '../../vocabulary/child-environment.ts';
import { parseJson } from '../../vocabulary/parse-json.ts';
import { openBridge } from './bridge.ts';
import { type Looped, type OtherClient, type Question, TOOL } from './other-client.ts';
import { PYTHON_PROGRAM } from './python-program.ts';

type Fetch = typeof globalThis.fetch;

/** A program that does not end within five minutes has no answer. */
const LONGEST_MS = 300_000;

/** An error as Python names it. */
class PythonError extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
  }
}

/** Runs the program on one job; undefined if Python is missing or cannot import the client. */
async function run(job: object): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'chatspec-python-'));
  try {
    const said = await outputIn(folder, job);
    if (said === undefined) return undefined;
    const { value, error } = parseJson(said) as Told;
    if (error) throw new PythonError(error);
    return value;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Told {
  value?: unknown;
  error?: { name: string; message: string };
}

/**
 * Python runs isolated in its own folder: it imports installed packages only, and nothing from the current folder.
 */
async function outputIn(folder: string, job: object): Promise<string | undefined> {
  const child = spawn('python3', ['-I', '-B', '-X', 'utf8', '-c', PYTHON_PROGRAM], {
    cwd: folder,
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
  // A program that has exited does not read its input.
  child.stdin.once('error', () => {}).end(JSON.stringify(job));
  const [said, well] = await Promise.all([text(child.stdout).catch(() => ''), ended]);
  return well ? said : undefined;
}

async function ask<T>(fetch: Fetch, question: Question, feature: string, more: object = {}): Promise<T> {
  await using bridge = await openBridge(fetch);
  const job = { feature, base_url: bridge.baseUrl, token: bridge.token, ...question, ...more };
  const value = await run(job);
  if (value === undefined) throw new Error(`python3 failed or did not end within ${LONGEST_MS / 1000} s`);
  return value as T;
}

let found: Promise<unknown> | undefined;

/** The official Python client in a separate process. */
export const python: OtherClient = {
  id: 'python',
  name: 'openai (Python)',
  install: 'pip install openai in the environment of python3 on the PATH (not with --user)',
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
