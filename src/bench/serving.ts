import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** A reference service in a separate process. */
export interface Serving {
  baseUrl: string;
  keys: { main: string; emptyWallet: string; otherOrganization: string };
  models: { plain: string; reasoning: string };
  stop(): Promise<void>;
}

/** The options of the service's process: records in its history, and delays before responses. */
export interface ServingOptions {
  records?: number;
  completionMs?: number;
  /** Before every response. */
  answerMs?: number;
}

/** Starts the reference service in another process, so that it does not compete for the measured thread. */
export async function serving(options: ServingOptions = {}): Promise<Serving> {
  const script = join(PACKAGE_ROOT, 'src', 'bench', 'service-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const told = await firstMessage(child);
  return {
    ...told,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}

function firstMessage(child: ChildProcess): Promise<Omit<Serving, 'stop'>> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Omit<Serving, 'stop'>));
    child.once('exit', (code) => reject(new Error(`the reference service ended with ${code}`)));
  });
}
