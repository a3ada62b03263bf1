import type { Dispatcher } from 'undici';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Keys, Settings } from '../vocabulary/settings.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import type { ByteFilter } from './spill.ts';

export interface TransportOptions {
  settings: Settings;
  keys: Keys;
  clock: Clock;
  /** Receives every exchange when it has ended. If it throws, its request is aborted. */
  onExchange(exchange: Exchange): void;
  /** The report's folder, for large bodies. Without it they stay in memory. */
  spillFolder?: string;
  /**
   * A filter for every exchange before anyone sees it (see the record's gate); without it exchanges are unchanged.
   */
  gate?: Cleaning;
  /** Stops the run: nothing more is sent, and requests in flight end with the failure `aborted`. */
  signal?: AbortSignal;
  /** The connection to a service in this process; the network by default. */
  dispatcher?: Way;
  /** Is called for every request as it is sent, and for pauses. */
  watch?: RunWatch;
  /** Ids begin after this number; default 0, so that the first exchange is `e1`. */
  startCounter?: number;
}

/** A connection to the service. */
export interface Way extends Pick<Dispatcher, 'dispatch' | 'destroy'> {
  /** An unshared connection, if there are connections. */
  connection?(): Pick<Dispatcher, 'dispatch'>;
}

/** Removes secrets and personal data from exchanges, and restores personal data in requests. */
export interface Cleaning {
  /** The forms of keys in received data. */
  leaks(input: Uint8Array | string): string[];
  /** Whether received headers hold nothing to hide. */
  isClean(headers: object): boolean;
  /** The exchange without secrets and personal data. Call it once per exchange. */
  exchange(exchange: Exchange): Exchange;
  /** The filters for a body that is too large for memory; new ones for each body. */
  filters(exchange: { url: string }): readonly ByteFilter[];
  /** A request with the target's own words in place of pseudonyms, since a check knows only pseudonyms. */
  restore(spec: RequestSpec): RequestSpec;
}
