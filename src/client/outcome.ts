import type OpenAI from 'openai';
import { quote } from '../judge/finding.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Major } from './majors.ts';
import type { Wire } from './wire.ts';

/** The outcome of one major version. */
export interface Outcome<T> {
  major: Major['name'];
  exchanges: readonly Exchange[];
  /** The value that it returned. */
  value?: T;
  /** The error that it threw, in words; absent if there was none. */
  error?: string;
  /** The class and message of that error. */
  thrown?: { name: string; message: string };
}

/** Lets a client perform an action and keeps the outcome. Rejects if the target left the request inconclusive. */
export async function outcome<T>(
  major: Major,
  wire: Wire,
  use: (client: OpenAI) => Promise<T>,
): Promise<Outcome<T>> {
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
