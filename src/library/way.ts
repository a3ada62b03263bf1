import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchDispatcher } from '../http/fetch-dispatcher.ts';
import type { RunOptions } from '../options/run-options.ts';
import { NO_COMMAND } from '../vocabulary/shell-word.ts';
import type { Surroundings } from './perform.ts';
import type { Service } from './service.ts';

/** The reported address of a service in this process without a port. */
export const IN_PROCESS = 'http://in-process.localhost';

/** A service that can be requested. */
export interface Way {
  options: RunOptions;
  around: Pick<Surroundings, 'dispatcher'>;
  close(): Promise<void>;
}

/** Opens the connection to the service of a run's options. */
export async function openWay(given: RunOptions, { fetch, listener }: Service): Promise<Way> {
  const { baseUrl } = given.settings;
  if (fetch) {
    const around = { dispatcher: fetchDispatcher(fetch, baseUrl) };
    return { options: { ...given, repeat: NO_COMMAND }, around, close: async () => {} };
  }
  if (!listener) return { options: given, around: {}, close: async () => {} };
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { ...given, repeat: NO_COMMAND, settings: { ...given.settings, baseUrl: address } },
    around: {},
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
