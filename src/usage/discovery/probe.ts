import { brokenOff } from '../../requests/ask.ts';
import type { Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { STATS, usageRequest, withQuery } from '../endpoints.ts';
import { summaryOf } from '../summary.ts';
import { type RawRecord, recordsOf } from '../walk/page.ts';

/** What one trial brought, as far as names are concerned. */
export interface Answer {
  exchange: Exchange;
  /** A 4xx: something in the query was not liked. */
  refused: boolean;
  /** A 2xx whose body could be read. */
  good: boolean;
  /** A good answer without any usage in it. */
  nothing: boolean;
  /** Of the stats: the records. */
  records: RawRecord[];
}

/** A request that is too long for somebody on the way says nothing of the names in it. */
const TOO_LONG = new Set([413, 414, 431]);

/** Asks the same endpoint with different literal names and values, each once, and counts how often. */
export class Prober {
  #left: number;
  readonly #ask: Requester;
  readonly #asked = new Map<string, Promise<Answer>>();
  readonly endpoint: string;
  /** Sent with every trial from now on. */
  fixed: readonly (readonly [string, string])[] = [];

  constructor(ask: Requester, endpoint: string, budget: number) {
    this.#ask = ask;
    this.endpoint = endpoint;
    this.#left = budget;
  }

  /** How many trials are left. */
  get left(): number {
    return this.#left;
  }

  /** Another one with some of the trials, so that what is asked at the same time does not decide when these end. */
  apart(trials: number): Prober {
    this.#left -= trials;
    const other = new Prober(this.#ask, this.endpoint, trials);
    other.fixed = this.fixed;
    return other;
  }

  /** The answer to these names and values, asked for the first time or as it came then. */
  try(pairs: readonly (readonly [string, string])[], label: string): Promise<Answer> {
    const path = this.#path(pairs);
    const answer = this.#asked.get(path) ?? this.again(pairs, label);
    this.#asked.set(path, answer);
    return answer;
  }

  /** The answer to these, where they were asked before. */
  known(pairs: readonly (readonly [string, string])[]): Promise<Answer> | undefined {
    return this.#asked.get(this.#path(pairs));
  }

  #path(pairs: readonly (readonly [string, string])[]): string {
    return withQuery(this.endpoint, [...this.fixed, ...pairs]);
  }

  /** Forgets what came: it was answered when there was other usage. */
  forget(): void {
    this.#asked.clear();
  }

  /** The same, asked for whatever came before. */
  async again(pairs: readonly (readonly [string, string])[], label: string): Promise<Answer> {
    const exchange = await this.#ask.send(usageRequest(this.#path(pairs), label)).catch(begun);
    const status = exchange.response?.status ?? 0;
    const refused = status >= 400 && status < 500 && !TOO_LONG.has(status);
    // A refusal costs a service little.
    this.#left -= refused ? 0.5 : 1;
    if (this.endpoint === STATS) {
      const records = recordsOf(exchange);
      return { exchange, refused, good: !!records, nothing: records?.length === 0, records: records ?? [] };
    }
    const sums = status === 200 ? summaryIn(exchange) : { good: false, nothing: false };
    return { exchange, refused, ...sums, records: [] };
  }
}

/** The last of answers whose bodies broke off alike: it shows no names, and is no reason not to look elsewhere. */
function begun(error: unknown): Exchange {
  const last = brokenOff(error);
  if (!last) throw error;
  return last;
}

function summaryIn(exchange: Exchange): { good: boolean; nothing: boolean } {
  const { total_requests: requests, total_tokens: tokens } = summaryOf(exchange) ?? {};
  return { good: requests !== undefined, nothing: Number(requests) === 0 && Number(tokens ?? 0) === 0 };
}
