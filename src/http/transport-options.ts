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
  /** Takes every exchange when it has ended. What it throws stops the request that it belongs to. */
  onExchange(exchange: Exchange): void;
  /** The report's folder: large bodies go to files in it. Without it they stay in memory. */
  spillFolder?: string;
  /** What every exchange passes before anyone sees it (see the record's gate); without it exchanges stay as they came. */
  gate?: Cleaning;
  /** Stops the run: nothing is sent any more, and what is under way ends as the failure `aborted`. */
  signal?: AbortSignal;
  /** The way to a service in this process; connections over the network without it. */
  dispatcher?: Way;
  /** Hears of every request as it goes out, and of pauses. */
  watch?: RunWatch;
  /** Ids begin after this number; default 0, so that the first exchange is `e1`. */
  startCounter?: number;
}

/** A way to the service. */
export interface Way extends Pick<Dispatcher, 'dispatch' | 'destroy'> {
  /** A connection that nobody else uses, where there are connections. */
  connection?(): Pick<Dispatcher, 'dispatch'>;
}

/** What takes secrets and people out of exchanges, and puts people's own words back into questions. */
export interface Cleaning {
  /** In which forms the keys are in these bytes. */
  leaks(input: Uint8Array | string): string[];
  exchange(exchange: Exchange): Exchange;
  filters(exchange: { url: string }): readonly ByteFilter[];
  restore(spec: RequestSpec): RequestSpec;
}
