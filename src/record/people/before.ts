import { LookedAt } from '../../http/looked-at.ts';

/** Lines that are remembered; beyond that, all are forgotten. */
const MOST_LINES = 4000;

/**
 * What was made of lines and bodies before, as long as nobody else has become known: whoever was met since then is
 * hidden in them as well.
 */
export class HiddenBefore {
  readonly #known: { readonly size: number };
  readonly #lines = new Map<string, { made: string; size: number }>();
  readonly #bodies = new Map<string, LookedAt<{ made: Uint8Array | undefined; size: number }>>();

  constructor(known: { readonly size: number }) {
    this.#known = known;
  }

  /** What was made of a line; `key` says what and where it is, too. */
  line(key: string, make: () => string): string {
    const { size } = this.#known;
    const before = this.#lines.get(key);
    if (before?.size === size) return before.made;
    const made = make();
    if (this.#lines.size >= MOST_LINES) this.#lines.clear();
    this.#lines.set(key, { made, size });
    return made;
  }

  /** What was made of a body of this kind; the same object when nothing was changed. */
  body(kind: string, bytes: Uint8Array, make: () => Uint8Array): Uint8Array {
    const { size } = this.#known;
    const before = this.#bodies.get(kind) ?? new LookedAt();
    this.#bodies.set(kind, before);
    const look = () => {
      const made = make();
      return { made: made === bytes ? undefined : made, size };
    };
    return before.at(bytes, look, (found) => found.size === size).made ?? bytes;
  }
}
