import type { Socket } from 'node:net';
import { afterEach } from 'vitest';
import { createTarget } from '../http/transport.ts';
import type { TransportOptions } from '../http/transport-options.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Target } from '../vocabulary/target.ts';
import { type RawServer, rawServer } from './raw-server.ts';

/*
 * For tests in which a target talks to a server of raw bytes; both are closed after each test.
 */

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** A server for one test. */
export async function serve(
  answer: (socket: Socket, request: string, n: number) => void,
): Promise<RawServer> {
  const server = await rawServer(answer);
  open.push(server);
  return server;
}

/** A target with one key, on a clock that jumps. */
export function target(settings: Settings, more: Partial<TransportOptions> = {}): Target {
  const made = createTarget({
    settings,
    keys: { main: 'sk-main-0123456789' },
    clock: leapingClock(),
    onExchange() {},
    ...more,
  });
  open.push(made);
  return made;
}

/** A question that costs nothing. */
export const ask: RequestSpec = { method: 'POST', path: '/x', label: 'a question', body: '{}' };
export const asker = { owner: 'test', turn: 0 };
