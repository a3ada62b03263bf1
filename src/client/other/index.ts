import { type OtherWitness, tripOf } from '../../judge/other-client.ts';
import type { Requester } from '../../vocabulary/check.ts';
import type { OtherClient as ClientId } from '../../vocabulary/settings.ts';
import { NotApplicable } from '../../vocabulary/undecidable.ts';
import { liveWire, type Wire } from '../wire.ts';
import { aiSdk } from './ai-sdk.ts';
import { langchain } from './langchain.ts';
import type { OtherClient } from './other-client.ts';
import { python } from './python.ts';

export type { Looped, OtherClient, Question } from './other-client.ts';

/** The clients other than the official one for Node. */
export const CLIENTS: readonly OtherClient[] = [langchain, aiSdk, python];

/** The missing packages of these clients, in words; empty if all are installed. */
export async function notInstalled(ids: readonly ClientId[]): Promise<string[]> {
  const wanted = CLIENTS.filter(({ id }) => ids.includes(id));
  const versions = await Promise.all(wanted.map((client) => client.version()));
  return wanted.filter((_, i) => versions[i] === undefined).map(missing);
}

const missing = ({ name, install }: OtherClient) => `${name} is not installed: run ${install}`;

/** Name, package and version. Rejects with `NotApplicable` if it is not installed. */
async function calledBy(client: OtherClient): Promise<string> {
  const version = await client.version();
  if (version === undefined) throw new NotApplicable(missing(client));
  return `${client.name} (${version})`;
}

/**
 * Lets a client perform an action against the service and keeps the outcome. Rejects if the target left its request
 * inconclusive, or if the client failed before its first request, which says nothing about the service.
 */
export async function witnessed<T>(
  client: OtherClient,
  ask: Requester,
  tokens: number,
  use: (fetch: Wire['fetch']) => Promise<T>,
): Promise<OtherWitness<T>> {
  const name = await calledBy(client);
  const wire = liveWire(ask, `asked by ${client.name}`, { tokens, choices: 1 });
  const base = { client: name, exchanges: wire.exchanges };
  try {
    return { ...base, value: await use(wire.fetch) };
  } catch (thrown) {
    if (wire.rejection) throw wire.rejection;
    const last = wire.exchanges.at(-1);
    if (!last) throw thrown;
    return { ...base, trip: tripOf(thrown, last) };
  }
}
