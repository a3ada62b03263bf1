import { createHash } from 'node:crypto';
import type { Exchange } from '../vocabulary/exchange.ts';

/** Headers that differ between two responses to the same request in any service. */
const PASSING = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** The exchanges of a run, by request. */
export class Wire {
  readonly #exchanges = new Map<string, Exchange>();
  readonly #digests = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  constructor(exchanges: readonly Exchange[]) {
    for (const exchange of exchanges) {
      const key = `${exchange.owner} ${exchange.turn}`;
      this.#exchanges.set(key, exchange);
      this.#keys.set(exchange.id, key);
    }
  }

  /** How many attempts were answered with this status. */
  answeredWith(status: number): number {
    return [...this.#exchanges.values()].filter(({ response }) => response?.status === status).length;
  }

  /** All exchanges, in the order in which they ended. */
  all(): readonly Exchange[] {
    return [...this.#exchanges.values()];
  }

  /**
   * A request of both runs with another response in the honest one, in words; one of the exchanges `first` if
   * possible. Two runs of the same seed against the same service send the same requests.
   */
  differingFrom(honest: Wire, first: readonly string[] = []): string | undefined {
    const cited = first.flatMap((id) => this.#keys.get(id) ?? []);
    for (const key of [...cited, ...this.#exchanges.keys()]) {
      const own = this.#digest(key);
      const theirs = honest.#digest(key);
      if (
        own !== undefined &&
        theirs !== undefined &&
        own !== theirs &&
        !isOpenEnded(this.#exchanges.get(key)!)
      )
        return inWords(this.#exchanges.get(key)!);
    }
    return undefined;
  }

  /** An exchange of this run. */
  exchange(id: string): Exchange | undefined {
    return this.#exchanges.get(this.#keys.get(id) ?? '');
  }

  /** The response of the honest run to the request of one of our exchanges, if both runs sent it. */
  counterpart(id: string, honest: Wire): Exchange | undefined {
    return honest.#exchanges.get(this.#keys.get(id) ?? '');
  }

  /** Every request that was sent, by owner: sorted, since checks run concurrently. */
  asked(): string[] {
    return [...this.#exchanges.values()]
      .map(({ owner, request }) => {
        const { pathname, search } = new URL(request.url);
        return `${owner} ${request.method} ${pathname}${search} ${Buffer.from(request.body).toString('latin1')}`;
      })
      .sort();
  }

  #digest(key: string): string | undefined {
    const exchange = this.#exchanges.get(key);
    if (!exchange) return undefined;
    let digest = this.#digests.get(key);
    if (digest === undefined) {
      digest = digestOf(exchange);
      this.#digests.set(key, digest);
    }
    return digest;
  }
}

/**
 * A usage request whose range begins long ago and does not end before today, or has no range: its response depends
 * on which of our own completions are recorded at that moment.
 */
function isOpenEnded({ request, label }: Exchange): boolean {
  return (
    /\/usage\//.test(request.url) &&
    /from a day on|with a start alone|without dates|of all days|of these days/.test(label)
  );
}

function inWords({ request, label }: Exchange): string {
  const { pathname, search } = new URL(request.url);
  return `${request.method} ${pathname}${search} (${label})`;
}

/** A digest of status, headers and body, without ids, times and counts of the moment. */
function digestOf({ response, failure, startedAt }: Exchange): string {
  if (!response) return failure?.kind ?? 'nothing';
  const headers = response.headers
    .filter(([name]) => !PASSING.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`);
  const body = Buffer.from(response.body.bytes).toString('latin1');
  let first: number | undefined;
  // The relevant part of a time: whether it is about now, and its difference from the first one of the body.
  const moment = (seconds: number) => {
    if (first !== undefined) return seconds - first;
    first = seconds;
    return Math.abs(seconds - startedAt / 1000) < 600 ? 'now' : 'another time';
  };
  const lasting = body
    .replace(/\b(chatcmpl|call|req|fp)[-_]\w+/g, '$1')
    .replace(/"created":\s*(\d{9,})/g, (_, created) => `"created":${moment(Number(created))}`)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T');
  return createHash('sha1')
    .update(`${response.status} ${headers.join('\n')} ${failure?.kind ?? ''}\n${lasting}`)
    .digest('base64');
}
