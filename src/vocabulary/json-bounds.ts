/** How much structure a JSON text may have. */
export interface JsonBounds {
  /** Objects and arrays within each other. */
  depth: number;
  /** Objects and arrays in all. */
  parts: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Values in all, for each object or array that is allowed: a text of commas alone costs memory too. */
const VALUES_A_PART = 16;

/**
 * What is wrong with the structure of a JSON text before it is parsed: a small file can be nested so deep, or hold so
 * many empty lists, that the parser takes a hundred times its size. Undefined when it is within the bounds; whether it
 * is JSON at all is for the parser to say.
 */
export function beyondBounds(bytes: Uint8Array, { depth, parts }: JsonBounds): string | undefined {
  let level = 0;
  let count = 0;
  let values = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      i++;
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > depth) return `is nested deeper than ${depth} levels`;
      if (++count > parts) return `holds more than ${parts} objects and lists`;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
    else if (byte === COMMA && ++values > parts * VALUES_A_PART) {
      return `holds more than ${parts * VALUES_A_PART} values`;
    }
  }
  return undefined;
}
