import { brokenOff } from '../../requests/ask.ts';
import type { Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { type Day, dayOf, daysAfter } from '../days.ts';
import { STATS, usageRequest, withQuery } from '../endpoints.ts';
import { summaryOf } from '../summary.ts';
import { type RawRecord, recordsOf } from '../walk/page.ts';

/** The result of one trial, as far as names are concerned. */
export interface Answer {
  exchange: Exchange;
  /** A 4xx: a part of the query was rejected. */
  refused: boolean;
  /** A 2xx with a readable body. */
  good: boolean;
  /** A successful response without any usage. */
  nothing: boolean;
  /** Of the stats: the records. */
  records: RawRecord[];
}

/** Days: some services reject older dates. */
export const LOOKING_BACK: readonly number[] = [360, 85, 50, 25, 12];

/** A recent day, for services that reject older dates. */
export function recentDay({ exchange }: Answer): Day {
  return daysAfter(dayOf(exchange.startedAt), -3);
}

/** A parameter that no service has. */
export const NONSENSE = 'chatspec_no_such_parameter';

/** The known facts about the service before the search for names. */
export interface SearchBasis {
  /** The response without parameters. */
  base: Answer;
  /** Whether an unknown name is rejected. */
  refusesUnknown: boolean;
  /** Records are returned in a random order: moved records then show no offset. */
  unsteady?: boolean;
  /** Names that accept a number and no date. */
  numbers?: Set<string>;
}

/** An error about the request's length says nothing about its names. */
const TOO_LONG = new Set([413, 414, 431]);

/** Requests the same endpoint with different literal names and values, each once, and counts the requests. */
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

  /** The number of remaining trials. */
  get left(): number {
    return this.#left;
  }

  /** Another one with a share of the trials, so that concurrent searches do not compete for them. */
  apart(trials: number): Prober {
    this.#left -= trials;
    const other = new Prober(this.#ask, this.endpoint, trials);
    other.fixed = this.fixed;
    return other;
  }

  /** The response to these names and values, requested now or earlier. */
  try(pairs: readonly (readonly [string, string])[], label: string): Promise<Answer> {
    const path = this.#path(pairs);
    const answer = this.#asked.get(path) ?? this.again(pairs, label);
    this.#asked.set(path, answer);
    return answer;
  }

  /** The response to these, if they were requested before. */
  known(pairs: readonly (readonly [string, string])[]): Promise<Answer> | undefined {
    return this.#asked.get(this.#path(pairs));
  }

  #path(pairs: readonly (readonly [string, string])[]): string {
    return withQuery(this.endpoint, [...this.fixed, ...pairs]);
  }

  /** Drops the results: the usage was different then. */
  forget(): void {
    this.#asked.clear();
  }

  /** The same, requested again. */
  async again(pairs: readonly (readonly [string, string])[], label: string): Promise<Answer> {
    const exchange = await this.#ask.send(usageRequest(this.#path(pairs), label)).catch(begun);
    const status = exchange.response?.status ?? 0;
    const refused = status >= 400 && status < 500 && !TOO_LONG.has(status);
    // A rejection costs a service little.
    this.#left -= refused ? 0.5 : 1;
    if (this.endpoint === STATS) {
      const records = recordsOf(exchange);
      return { exchange, refused, good: !!records, nothing: records?.length === 0, records: records ?? [] };
    }
    const sums = status === 200 ? summaryIn(exchange) : { good: false, nothing: false };
    return { exchange, refused, ...sums, records: [] };
  }
}

/** The last of equally truncated responses: it shows no names, and does not end the search. */
function begun(error: unknown): Exchange {
  const last = brokenOff(error);
  if (!last) throw error;
  return last;
}

function summaryIn(exchange: Exchange): { good: boolean; nothing: boolean } {
  const { total_requests: requests, total_tokens: tokens } = summaryOf(exchange) ?? {};
  return { good: requests !== undefined, nothing: Number(requests) === 0 && Number(tokens ?? 0) === 0 };
}
