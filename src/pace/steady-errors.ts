import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { KnownKind } from '../vocabulary/target.ts';
import { isTransientStatus } from '../vocabulary/transient.ts';
import { endpointOf } from './names.ts';

/** If a request repeatedly gets nothing else while others succeed, the error is a property of the request. */
const FOR_ITS_OWN_SAKE = 3;
/** Ratio of such requests to those that succeeded later, above which the service behaves so under any load. */
const STEADY = 3;
/** Minimum attempts of a request that may succeed. */
const IF_BILLABLE = 3;

/** A usually transient error of an endpoint. */
interface SteadyError {
  /** For each request, the errors in a row, each with another success since the last. */
  apart: Map<RequestSpec, { times: number; at: number }>;
  /** Requests for which the error is a property. */
  steady: RequestSpec[];
  /** Requests that got it and succeeded later. */
  recovered: number;
}

interface Endpoint {
  served: number;
  errors: Map<number, SteadyError>;
}

/** Whether this status is a usually transient server error. */
export const isGatewayError = (status: number): boolean => status >= 500 && isTransientStatus(status);

/**
 * Learns which usually transient server errors an endpoint gives to some requests each time while it answers
 * others: waiting for hundreds of them would be in vain. The knowledge is dropped if they succeed after all.
 */
export class SteadyErrors {
  readonly #endpoints = new Map<string, Endpoint>();

  hear(spec: RequestSpec, { response, failure }: Exchange): void {
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
    if (times + 1 === FOR_ITS_OWN_SAKE) error.steady.push(spec);
  }

  isSteady(spec: RequestSpec, status: number): boolean {
    const error = this.#of(spec).errors.get(status);
    return error !== undefined && error.steady.length >= STEADY * (1 + error.recovered);
  }

  known(spec: RequestSpec, { response, failure }: Exchange): KnownKind | undefined {
    const status = response?.status ?? 0;
    if (failure || spec.method !== 'POST' || !this.isSteady(spec, status)) return undefined;
    const { steady } = this.#of(spec).errors.get(status)!;
    const toldBy = steady.find((one) => one.bad)?.bad?.constraint;
    return {
      attempts: spec.billable ? IF_BILLABLE : 1,
      steady: `status ${status}, and nothing else, to requests of this kind`,
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
