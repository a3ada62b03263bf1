import type { RequestListener } from 'node:http';
import type { FetchLike } from '../http/fetch-dispatcher.ts';

/** A service to judge: one of these. */
export interface Service {
  /** The service's address, without /api/v1. */
  baseUrl?: string;
  /** A service in this process, as a function: `app.fetch`. It is judged without a port. */
  fetch?: FetchLike;
  /**
   * A service in this process, as a listener of node:http (Express, Koa's `callback()`): it gets a port while it is
   * judged.
   */
  listener?: RequestListener;
}
