import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchDispatcher } from '../http/fetch-dispatcher.ts';
import type { RunOptions } from '../options/run-options.ts';
import { NO_COMMAND } from '../vocabulary/shell-word.ts';
import { type Performed, perform, RunBroke, type Surroundings } from './perform.ts';
import type { Service } from './service.ts';

/** The reported address of a service in this process without a port. */
export const IN_PROCESS = 'http://in-process.localhost';

/**
 * One run, as `perform`, against a service that may be in this process. Without a folder in its options, the report is
 * removed after the run, unless an error names its folder.
 */
export async function performService(
  given: RunOptions,
  { fetch, listener }: Service,
  around: Omit<Surroundings, 'dispatcher'>,
): Promise<Performed> {
  const scratch = given.out === undefined ? await mkdtemp(join(tmpdir(), 'chatspec-')) : undefined;
  const options = { ...given, out: given.out ?? join(scratch!, 'report') };
  if (fetch || listener) options.repeat = NO_COMMAND;
  let server: Server | undefined;
  let isNamed = false;
  try {
    server = listener && (await listening(listener));
    if (server) {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      options.settings = { ...given.settings, baseUrl };
    }
    const dispatcher = fetch && fetchDispatcher(fetch, given.settings.baseUrl);
    return await perform(options, { ...around, ...(dispatcher && { dispatcher }) });
  } catch (error) {
    isNamed = error instanceof RunBroke;
    throw error;
  } finally {
    server?.close().closeAllConnections();
    if (scratch !== undefined && !isNamed) await rm(scratch, { recursive: true, force: true });
  }
}

/** A server on a free port of the loopback interface. */
async function listening(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
