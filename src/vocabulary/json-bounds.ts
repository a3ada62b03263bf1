/** Limits for the structure of a JSON text. */
export interface JsonBounds {
  /** Nesting depth of objects and arrays. */
  depth: number;
  /** Number of objects and arrays. */
  parts: number;
  /** Members and elements in all: a text of commas alone costs memory too. */
  values: number;
}

const [QUOTE, COMMA] = [0x22, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** An object of so many members takes a table of its own: a hundred bytes for each, names aside. */
const NARROW = 100;
/** Members beyond that in all: data by user may have thousands. */
const MOST_WIDE = 20_000;

/**
 * The problem of a JSON text's structure before parsing: a small file can be nested so deeply, or contain so many
 * empty lists, that the parser takes a hundred times its size. Undefined if it is within the limits; the parser
 * decides whether it is JSON at all.
 */
export function beyondBounds(json: string, bounds: JsonBounds): string | undefined {
  return new StructureMeter(bounds).feed(json);
}

/** The start of an object or array, possibly after a byte-order mark. */
const JSON_BEGINS = /^(?:\xEF\xBB\xBF)?\s*[[{]/;

/** A line of an event that holds JSON, in any text before it. */
const EVENT_WITH_JSON = /(?:^|[\r\n])(?:\xEF\xBB\xBF)?data:[ \t]*[[{]/;

/**
 * Measures a body that begins so, as Latin-1 text: JSON as a whole, an event stream by lines. Undefined for any other
 * body, such as a table.
 */
export function bodyMeter(head: string, bounds: JsonBounds): Pick<StructureMeter, 'feed'> | undefined {
  if (JSON_BEGINS.test(head)) return new StructureMeter(bounds);
  return EVENT_WITH_JSON.test(head) ? new LineMeter(bounds) : undefined;
}

/** Measures each line of a text that arrives in pieces. */
class LineMeter {
  readonly #bounds: JsonBounds;
  /** The line that a piece left open. */
  #open: StructureMeter | undefined;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  feed(piece: string): string | undefined {
    for (let at = 0, end = 0; at < piece.length; at = end + 1) {
      end = piece.indexOf('\n', at);
      const isOpen = end < 0;
      if (isOpen) end = piece.length;
      const isShort = !isOpen && !this.#open && end - at <= this.#bounds.depth;
      if (isShort) continue;
      this.#open ??= new StructureMeter(this.#bounds);
      const beyond = this.#open.feed(piece.slice(at, end));
      if (beyond) return beyond;
      if (!isOpen) this.#open = undefined;
    }
    return undefined;
  }
}

/** Measures the structure of a JSON text that arrives in pieces. */
export class StructureMeter {
  readonly #bounds: JsonBounds;
  #level = 0;
  #parts = 0;
  #values = 0;
  /** Members so far of each object around; below any number for a list. */
  readonly #members: number[] = [];
  #wide = 0;
  #inString = false;
  #escaped = false;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** Takes the next piece, as text or as Latin-1 text of its bytes. Returns the exceeded limit, if any. */
  feed(piece: string): string | undefined {
    const next = (char: string, from: number) => {
      const at = piece.indexOf(char, from);
      return at < 0 ? piece.length : at;
    };
    let [quote, backslash] = [-1, -1];
    let at = this.#escaped ? 1 : 0;
    this.#escaped = false;
    while (at < piece.length) {
      if (!this.#inString) {
        const beyond = this.#take(piece.charCodeAt(at++));
        if (beyond) return beyond;
        continue;
      }
      // Each search continues where the previous one ended, so that all of them together read the piece once.
      if (quote < at) quote = next('"', at);
      if (backslash < at) backslash = next('\\', at);
      this.#inString = backslash < quote || quote === piece.length;
      at = backslash < quote ? backslash + 2 : quote + 1;
    }
    this.#escaped = this.#inString && at === piece.length + 1 && piece.endsWith('\\');
    return undefined;
  }

  #take(unit: number): string | undefined {
    const { depth, parts, values } = this.#bounds;
    if (unit === QUOTE) this.#inString = true;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (++this.#level > depth) return `is nested deeper than ${depth} levels`;
      if (++this.#parts > parts) return `has more than ${parts} objects and lists`;
      this.#members.push(unit === OPEN_OBJECT ? 1 : Number.NEGATIVE_INFINITY);
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) {
      this.#level--;
      this.#members.pop();
    } else if (unit === COMMA) {
      if (++this.#values > values) return `has more than ${values} values`;
      const inner = this.#members.length - 1;
      if (inner >= 0 && ++this.#members[inner]! > NARROW && ++this.#wide > MOST_WIDE)
        return `has more than ${MOST_WIDE} members in objects of more than ${NARROW}`;
    }
    return undefined;
  }
}
