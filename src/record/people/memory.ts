/** Maximum number of cached values: an organization has fewer people. */
const MOST = 50_000;
/** Maximum length of their texts together, in UTF-16 units: eighty for each. */
const MOST_UNITS = 4_000_000;
const LONGEST_KEY = 512;

/**
 * A map of bounded size: when it is full it is cleared, or takes nothing more if it `keeps`. Text values are kept
 * as copies, like the keys.
 */
export class BoundedMap<V> {
  readonly #map = new Map<string, V>();
  readonly #keeps: boolean;
  readonly #most: number;
  #units = 0;

  constructor({ keeps = false, most = MOST } = {}) {
    this.#keeps = keeps;
    this.#most = most;
  }

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  /** The value of a key, made if there is none; those of long keys are not kept. */
  of(key: string, make: () => V): V {
    if (key.length > LONGEST_KEY) return make();
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  get size(): number {
    return this.#map.size;
  }

  get isFull(): boolean {
    return this.#keeps && this.#hasMost;
  }

  get #hasMost(): boolean {
    return this.#map.size >= this.#most || this.#units >= MOST_UNITS;
  }

  set(key: string, value: V): void {
    if (this.#hasMost) {
      if (this.#keeps) return;
      this.#map.clear();
      this.#units = 0;
    }
    if (!this.#map.has(key)) this.#units += key.length + (typeof value === 'string' ? value.length : 0);
    this.#map.set(owned(key), typeof value === 'string' ? (owned(value) as V & string) : value);
  }
}

/**
 * An independent copy: a piece of a long text would keep all of it in memory. One byte per character if possible.
 */
export function owned(text: string): string {
  const coding = BYTES.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, coding).toString(coding);
}

const BYTES = /^[\0-\xff]*$/;
