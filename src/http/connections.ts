import type { RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { type Asker, isRepetition } from '../vocabulary/target.ts';
import { createDispatcher, type Resets } from './dispatcher.ts';
import type { Way } from './transport-options.ts';

/** The connection of a request. */
export interface ChosenConnection {
  way: Pick<Way, 'dispatch'>;
  /** Whether the connection is kept for other or later requests. */
  kept: boolean;
}

/**
 * The connections of a run. Most requests share kept-alive connections. A repetition has a separate one, since an
 * unsolicited response on a shared one is taken for that of the next request. Requests that name a connection
 * follow each other on it.
 */
export class Connections {
  readonly #open: (options: { fresh?: boolean; single?: boolean }) => Way;
  readonly #kept: Way;
  readonly #fresh: Way;
  readonly #named = new Map<string, { opened: Way; way: Pick<Way, 'dispatch'> }>();
  #isSeparate = false;

  /** `inside` is the connection to a service in this process. */
  constructor(settings: Settings, resets: Resets, inside: Way | undefined) {
    this.#open = (options) => inside ?? createDispatcher(settings, resets, options);
    this.#kept = this.#open({});
    this.#fresh = this.#open({ fresh: true });
  }

  /** The connection of a request. */
  of(spec: RequestSpec, asker: Asker): ChosenConnection {
    if (this.isAlone(spec, asker)) return { way: this.#fresh.connection?.() ?? this.#fresh, kept: false };
    return { way: spec.connection === undefined ? this.#kept : this.#of(spec.connection, asker), kept: true };
  }

  /** Whether a request has a separate connection, which is closed after it. */
  isAlone({ connection }: RequestSpec, { owner }: Asker): boolean {
    return connection === undefined && (this.#isSeparate || isRepetition(owner));
  }

  /** From now on every request has a separate connection, except those that name one. */
  separate(): void {
    this.#isSeparate = true;
  }

  async destroy(): Promise<void> {
    const named = [...this.#named.values()].map(({ opened }) => opened);
    await Promise.all([this.#kept, this.#fresh, ...named].map((way) => way.destroy()));
  }

  #of(name: string, { owner }: Asker): Pick<Way, 'dispatch'> {
    const key = isRepetition(owner) ? `${name}#2` : name;
    const known = this.#named.get(key);
    if (known) return known.way;
    const opened = this.#open({ single: true });
    const way = opened.connection?.() ?? opened;
    this.#named.set(key, { opened, way });
    return way;
  }
}
