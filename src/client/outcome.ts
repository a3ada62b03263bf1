import type OpenAI from 'openai';
import type { Witness } from '../judge/client.ts';
import { quote } from '../judge/finding.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { type Major, majors } from './majors.ts';
import { replayWire, type Wire } from './wire.ts';

/** Lets a client perform an action and keeps the outcome. Rejects if the target left the request inconclusive. */
export async function outcome<T>(
  major: Major,
  wire: Wire,
  use: (client: OpenAI) => Promise<T>,
): Promise<Witness<T>> {
  const base = { major: major.name, exchanges: wire.exchanges };
  try {
    return { ...base, value: await use(major.connect(wire.fetch)) };
  } catch (thrown) {
    if (wire.rejection) throw wire.rejection;
    // A client that sent no request says nothing about the service.
    if (wire.exchanges.length === 0) throw thrown;
    const name = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
    const message = thrown instanceof Error ? thrown.message : '';
    return { ...base, thrown: { name, message }, error: `${name} ${quote(message)}` };
  }
}

/** The outcomes of all major versions for a recorded response. */
export async function outcomes<T>(
  exchange: Exchange,
  use: (client: OpenAI) => Promise<T>,
): Promise<Witness<T>[]> {
  const all = await majors();
  return Promise.all(all.map((major) => outcome(major, replayWire(exchange), use)));
}
