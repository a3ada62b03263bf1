/** Bytes that are remembered; beyond that, all are forgotten. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Larger texts are not remembered: few come twice, and to keep them costs more than to look again. */
const LONGEST = 256 * 1024;
/** What an entry costs beside its bytes. */
const ENTRY = 256;
/** Bytes of a text that tell it from others before all of it is compared. */
const SAMPLES = 61;

/**
 * What was made of texts that were looked at before. A service says much the same again and again (headers, pages of
 * records, refusals), and a body is looked at to tell of leaks and then again to hide them.
 */
export class LookedAt<T> {
  readonly #known = new Map<number, { text: Buffer; made: T }[]>();
  #bytes = 0;

  /** What was made of the same bytes while `holds` of it; otherwise what `look` makes now. */
  at(text: Uint8Array, look: () => T, holds: (made: T) => boolean = () => true): T {
    if (text.length > LONGEST) return look();
    const key = keyOf(text);
    const alike = this.#known.get(key)?.find((one) => one.text.equals(text));
    if (alike && holds(alike.made)) return alike.made;
    const made = look();
    if (alike) alike.made = made;
    else this.#add(key, text, made);
    return made;
  }

  #add(key: number, text: Uint8Array, made: T): void {
    if (this.#bytes + text.length > MOST_BYTES) {
      this.#known.clear();
      this.#bytes = 0;
    }
    this.#bytes += text.length + ENTRY;
    // A copy: what a buffer's owner writes into it later is another text. Not of the pool, of which a short text would keep much.
    const copy = Buffer.allocUnsafeSlow(text.length);
    copy.set(text);
    const one = { text: copy, made };
    const list = this.#known.get(key);
    if (list) list.push(one);
    else this.#known.set(key, [one]);
  }
}

function keyOf(text: Uint8Array): number {
  let key = text.length;
  const step = Math.max(1, Math.floor(text.length / SAMPLES));
  for (let at = text.length - 1; at >= 0; at -= step) key = (Math.imul(key, 0x01000193) ^ text[at]!) | 0;
  return key;
}
