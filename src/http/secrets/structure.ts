/*
 * What is hidden is never what a reader of JSON goes by: an encoding whose digits are quotes and commas (Ascii85) may seem to go on
 * beyond the string that it stands in, and the body would not be JSON any more.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const ESCAPED_AS_NUMBER = 0x75;
const STRUCTURE = new Set(Buffer.from('{}[]:,"'));

type Kind = 'json' | 'events' | 'other';

/** Takes from the masks of a text, piece after piece, what holds its JSON together; escapes are hidden whole or not at all. */
export class Structure {
  #kind: Kind | undefined;
  /** Within a line of an event stream: whether its value was seen to be JSON, and how much of its field's name was read. */
  #isJson = false;
  #inField = '';
  #inString = false;

  /** @param mask is changed; it is as long as the piece. An escape that is cut by the end of a piece is left as it is. */
  keep(piece: Uint8Array, mask: Uint8Array): void {
    for (let at = 0; at < piece.length && this.#kind !== 'other'; at++) {
      const byte = piece[at]!;
      if (this.#begins(byte) || !this.#isJson) continue;
      if (!this.#inString) {
        if (STRUCTURE.has(byte)) mask[at] = 0;
        this.#inString = byte === QUOTE;
      } else if (byte === QUOTE) {
        mask[at] = 0;
        this.#inString = false;
      } else if (byte === BACKSLASH) at = wholeEscape(piece, mask, at);
    }
  }

  /** Finds out what is read; true for bytes that are no part of JSON. */
  #begins(byte: number): boolean {
    if (byte === LINE_FEED) {
      this.#inString = false;
      if (this.#kind === 'events') {
        this.#isJson = false;
        this.#inField = '';
      }
      return true;
    }
    if (this.#isJson) return false;
    if (this.#kind === 'events') {
      if (this.#inField.trimEnd() === 'data:' && byte !== 0x20) this.#isJson = opens(byte);
      if (this.#isJson) return false;
      if (this.#inField.length < LONGEST_FIELD) this.#inField += String.fromCharCode(byte);
      return true;
    }
    if (this.#kind !== undefined || byte <= 0x20) return true;
    this.#kind = opens(byte) ? 'json' : FIELDS.has(byte) ? 'events' : 'other';
    this.#isJson = this.#kind === 'json';
    if (this.#kind === 'events') this.#inField = String.fromCharCode(byte);
    return !this.#isJson;
  }
}

/** `data: ` and one more. */
const LONGEST_FIELD = 7;
/** What a line of an event stream begins with: `data`, `event`, `id`, `retry` or a comment. */
const FIELDS = new Set(Buffer.from('deir:'));

function opens(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b || byte === QUOTE;
}

/** Hides all of an escape of which any is hidden; tells where it ends. */
function wholeEscape(piece: Uint8Array, mask: Uint8Array, at: number): number {
  const end = Math.min(at + (piece[at + 1] === ESCAPED_AS_NUMBER ? 6 : 2), piece.length);
  if (mask.subarray(at, end).includes(1)) mask.fill(1, at, end);
  return end - 1;
}
