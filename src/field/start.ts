import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../vocabulary/child-environment.ts';

/** Time until a server has to listen. */
const STARTS_WITHIN_MS = 30_000;

/** A listening process that ends at the end of the scope (`await using`). */
export async function listening(
  name: string,
  command: string,
  args: readonly string[],
  options: { cwd: string; port: number; env?: Readonly<Record<string, string>> },
): Promise<AsyncDisposable> {
  const log = openSync(join(options.cwd, `${name}.log`), 'w');
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: childEnvironment(options.env),
    stdio: ['ignore', log, log],
  });
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  await Promise.race([opened(name, options.port, child), failed]);
  failed.catch(() => {});
  return { [Symbol.asyncDispose]: () => ended(child) };
}

async function opened(name: string, port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: see its log`);
    if (await isOpen(port)) return;
  }
  child.kill();
  throw new Error(`${name} did not listen on port ${port}`);
}

function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
