/** How much structure a JSON text may have. */
export interface JsonBounds {
  /** Objects and arrays within each other. */
  depth: number;
  /** Objects and arrays in all. */
  parts: number;
}

const [BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];
/** Values in all, for each object or array that is allowed: a text of commas alone costs memory too. */
const VALUES_A_PART = 16;

/**
 * What is wrong with the structure of a JSON text before it is parsed: a small file can be nested so deep, or hold so
 * many empty lists, that the parser takes a hundred times its size. Undefined when it is within the bounds; whether it
 * is JSON at all is for the parser to say.
 */
export function beyondBounds(json: string, { depth, parts }: JsonBounds): string | undefined {
  let level = 0;
  let count = 0;
  let values = 0;
  let quote = json.indexOf('"');
  for (let i = 0; i < json.length; i++) {
    if (i === quote) {
      i = endOfString(json, i);
      quote = json.indexOf('"', i + 1);
      continue;
    }
    const unit = json.charCodeAt(i);
    if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++level > depth) return `is nested deeper than ${depth} levels`;
      if (++count > parts) return `holds more than ${parts} objects and lists`;
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) level--;
    else if (unit === COMMA && ++values > parts * VALUES_A_PART) {
      return `holds more than ${parts * VALUES_A_PART} values`;
    }
  }
  return undefined;
}

/** Where the string that begins at a quote ends: its closing quote, or the end of the text. */
function endOfString(json: string, begin: number): number {
  for (let end = begin; ; ) {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    let before = end;
    while (json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
}
