import { deviationsOf, serviceWith } from '../../reference/src/deviations/service-options.ts';
import { fetchFrom } from '../../reference/src/service/fetch.ts';
import { createService, listen } from '../../reference/src/service/service.ts';
import { wallClock } from '../vocabulary/clock.ts';

/** The options of a reference service. */
export interface ReferenceOptions {
  /** Faults by id, such as `stream/done-missing`. The command `chatspec faults` lists them. */
  faults?: readonly string[];
  /** Conformant variants by id. */
  variants?: readonly string[];
  /** The seed of keys, history and completions; default 1. */
  seed?: number;
  /** Daily records in the usage history of the main organization; default 330. */
  records?: number;
  /** Delay of each response in milliseconds. */
  latencyMs?: number;
  /** A rate limit per key: so many requests in so many milliseconds; more are rejected with 429. */
  rateLimit?: { requests: number; perMs: number };
}

/** A service that follows the contract except for its faults: it answers, streams, bills and rejects requests. */
export interface Reference {
  /** The service as a function: give it to a client as its `fetch`. Nothing leaves the process. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Opens a port on loopback, a free one by default, and resolves with the base URL. */
  listen(port?: number): Promise<string>;
  keys: { main: string; emptyWallet: string; otherOrganization: string };
  models: { plain: string; reasoning: string };
  /** Closes its ports and releases its data. */
  close(): Promise<void>;
}

/**
 * Creates a realistic stub of a chat-completion service for tests of clients. Throws `OptionError` for an unknown
 * id. Faults of the connection itself need a port.
 *
 * @example
 * const reference = createReference({ faults: ['stream/done-missing'] });
 * const answer = await reference.fetch('http://service/api/v1/usage/summary', {
 *   headers: { authorization: `Bearer ${reference.keys.main}` },
 * });
 * console.log(answer.status);
 * await reference.close();
 */
export function createReference(options: ReferenceOptions = {}): Reference {
  const { faults = [], variants = [], ...rest } = options;
  const deviations = deviationsOf([...faults, ...variants], ': chatspec faults lists them');
  const core = createService({ ...serviceWith(deviations), ...rest });
  const answer = fetchFrom(core, wallClock);
  const ports: { close(): Promise<void> }[] = [];
  return {
    fetch: (input, init) => answer(new Request(input, init)),
    async listen(port = 0) {
      const server = await listen(core, port);
      ports.push(server);
      return server.baseUrl;
    },
    keys: core.keys,
    models: core.models,
    async close() {
      await Promise.all(ports.map((port) => port.close()));
      core.close();
    },
  };
}
