import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { KnownKind } from '../vocabulary/target.ts';
import { isTransientStatus } from '../vocabulary/transient.ts';
import { endpointOf } from './names.ts';

/** A request that gets nothing else so often, while others are served between, gets it for its own sake. */
const FOR_ITS_OWN_SAKE = 3;
/** So many requests of that kind to each that was served in the end, and a service answers so whatever its load is. */
const STEADY = 3;
/** A request that may be served is tried so often all the same. */
const IF_BILLABLE = 3;
/** A shorter time is not worth a word. Milliseconds. */
const NOTICEABLE_MS = 500;

/** An error of an endpoint that usually passes. */
interface SteadyError {
  /** How often each request got nothing else, each time with another one served since the last time. */
  apart: Map<RequestSpec, { times: number; at: number }>;
  /** Those that got it for their own sake. */
  steady: { spec: RequestSpec; ms: number }[];
  /** Requests that got it and were served later. */
  recovered: number;
}

interface Endpoint {
  served: number;
  errors: Map<number, SteadyError>;
}

/** Whether this status is a server error that usually passes. */
export const isGatewayError = (status: number): boolean => status >= 500 && isTransientStatus(status);

/**
 * Learns which server errors that usually pass an endpoint gives to some requests every time, while it serves others: hundreds of
 * them would each be waited for in vain. Nothing is known any more once those that got it are served after all.
 */
export class SteadyErrors {
  readonly #endpoints = new Map<string, Endpoint>();

  hear(spec: RequestSpec, { response, failure, timing }: Exchange): void {
    if (failure || !response || response.status === 429) return;
    const endpoint = this.#of(spec);
    if (!isGatewayError(response.status)) {
      endpoint.served += 1;
      for (const error of endpoint.errors.values()) if (error.apart.delete(spec)) error.recovered += 1;
      return;
    }
    const none: SteadyError = { apart: new Map(), steady: [], recovered: 0 };
    const error = endpoint.errors.get(response.status) ?? none;
    endpoint.errors.set(response.status, error);
    const { times, at } = error.apart.get(spec) ?? { times: 0, at: -1 };
    if (at === endpoint.served) return;
    error.apart.set(spec, { times: times + 1, at: endpoint.served });
    if (times + 1 === FOR_ITS_OWN_SAKE) error.steady.push({ spec, ms: timing.endMs });
  }

  isSteady(spec: RequestSpec, status: number): boolean {
    const error = this.#of(spec).errors.get(status);
    return error !== undefined && error.steady.length >= STEADY * (1 + error.recovered);
  }

  known(spec: RequestSpec, { response, failure }: Exchange): KnownKind | undefined {
    const status = response?.status ?? 0;
    if (failure || spec.method !== 'POST' || !this.isSteady(spec, status)) return undefined;
    const { steady } = this.#of(spec).errors.get(status)!;
    const typical = steady.map(({ ms }) => ms).sort((a, b) => a - b)[steady.length >> 1]!;
    const after = typical < NOTICEABLE_MS ? '' : ` after ${(typical / 1000).toFixed(1)} s`;
    const toldBy = steady.find((one) => one.spec.bad)?.spec.bad?.constraint;
    return {
      attempts: spec.billable ? IF_BILLABLE : 1,
      steady: `status ${status}${after}, and nothing else, to requests of this kind`,
      ...(toldBy && { toldBy }),
    };
  }

  #of(spec: RequestSpec): Endpoint {
    const name = endpointOf(spec);
    const known = this.#endpoints.get(name);
    if (known) return known;
    const endpoint: Endpoint = { served: 0, errors: new Map() };
    this.#endpoints.set(name, endpoint);
    return endpoint;
  }
}
