import { type Change, change, faithful } from '../reference/behaviour.ts';
import { findDeviation } from '../reference/deviations/index.ts';
import { fetchFrom } from '../reference/service/fetch.ts';
import { createService, listen } from '../reference/service/service.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { OptionError } from '../vocabulary/option-error.ts';

/** How a reference service is to be. */
export interface ReferenceOptions {
  /** Ways of breaking the contract, by their ids: `stream/done-missing`. The command `chatspec faults` lists them. */
  faults?: readonly string[];
  /** Ways of differing that keep the contract, by their ids. */
  variants?: readonly string[];
  /** Of keys, history and answers; default 1. */
  seed?: number;
  /** Daily records in the usage history of the main organization; default 330. */
  records?: number;
  /** Milliseconds before each answer. */
  latencyMs?: number;
  /** So many requests in so many milliseconds for each key; more are refused with 429. */
  rateLimit?: { requests: number; perMs: number };
}

/** A service that keeps the contract, but for its faults: it answers, streams, bills and refuses. */
export interface Reference {
  /** The service as a function: give it to a client as its `fetch`. Nothing leaves the process. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>;
  /** Opens a port on loopback, a free one by default, and resolves with the base URL. */
  listen(port?: number): Promise<string>;
  keys: { main: string; emptyWallet: string; otherOrganization: string };
  models: { plain: string; reasoning: string };
  /** Closes its ports and lets go of its data. */
  close(): Promise<void>;
}

/**
 * Makes a realistic stub of a chat-completion service, for tests of clients. Throws `OptionError` for an id that does not
 * exist. A fault of the connection itself shows over a port only.
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
  const deviations = [...faults, ...variants].map((id) => {
    const found = findDeviation(id);
    if (!found) throw new OptionError(`there is no fault or variant '${id}': chatspec faults lists them`);
    return found;
  });
  const core = createService({
    ...Object.assign({}, ...deviations.map((deviation) => deviation.service)),
    ...rest,
    behaviour: change(
      faithful(),
      deviations.map((deviation): Change => deviation.change),
    ),
  });
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
