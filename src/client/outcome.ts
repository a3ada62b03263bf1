import type OpenAI from 'openai';
import { quote } from '../judge/quote.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Major } from './majors.ts';
import type { Wire } from './wire.ts';

/** What one major made of an answer. */
export interface Outcome<T> {
  major: Major['name'];
  exchanges: readonly Exchange[];
  /** What it gave to its caller. */
  value?: T;
  /** The error that it threw, in words; absent when it did not. */
  error?: string;
  /** The class of that error, and what it says. */
  thrown?: { name: string; message: string };
}

/** Lets a client do something and keeps what came of it. Rejects when the target left the request undecided. */
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
    // What asked for nothing says nothing about the service.
    if (wire.exchanges.length === 0) throw thrown;
    const name = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
    const message = thrown instanceof Error ? thrown.message : '';
    return { ...base, thrown: { name, message }, error: `${name} ${quote(message)}` };
  }
}
