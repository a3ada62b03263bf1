import { parseJson } from '../vocabulary/parse-json.ts';
/** A JSON text among others, and the offset of its first line. */
export interface JsonText {
  value: unknown;
  offset: number;
  /** It is unchanged: nothing in it had to be repaired. */
  exact: boolean;
}

/** The JSON texts in some lines, and whether there was anything else. */
export interface JsonTexts {
  texts: readonly JsonText[];
  passedOver: boolean;
}

const BEGINS = /^\s*[{["]/;
const NO_NUMBER = /^(?:NaN|-?Infinity)\b/;
/** The start of those lines. */
const MAY_BE_NONE: ReadonlySet<string> = new Set('NI-');

/**
 * The JSON texts in consecutive lines: several on a line, or one over several lines. NaN and bare control
 * characters in strings are repaired. Undefined if one is unreadable.
 */
export function jsonTexts(lines: readonly { text: string; offset: number }[]): JsonTexts | undefined {
  const texts: JsonText[] = [];
  let passedOver = false;
  let cutter: Cutter | undefined;
  let offset = 0;
  let taken = 0;
  for (const line of lines) {
    if (cutter) {
      if (!cutter.take('\n')) return undefined;
    } else if (BEGINS.test(line.text)) {
      cutter = new Cutter();
      offset = line.offset;
      taken = 0;
    } else {
      if (line.text.includes('{')) return undefined;
      passedOver = true;
      continue;
    }
    taken++;
    if (!cutter.take(line.text)) return undefined;
    if (cutter.open) continue;
    const { found } = cutter;
    for (const { json, exact } of found) {
      const value = parsed(json);
      if (value === undefined) return undefined;
      texts.push({ value: value.value, offset, exact: exact && taken === 1 && found.length === 1 });
    }
    cutter = undefined;
  }
  return cutter ? undefined : { texts, passedOver };
}

function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: parseJson(json) };
  } catch {
    return undefined;
  }
}

/** Splits its input where one JSON text ends and another begins; each character is read once. */
class Cutter {
  readonly found: { json: string; exact: boolean }[] = [];
  #json = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #exact = true;

  /** The last text continues. */
  get open(): boolean {
    return this.#depth > 0 || this.#inString;
  }

  /** False if there is anything between two texts. */
  take(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const char = text[i]!;
      if (this.#inString) this.#inside(char);
      else if (this.open || '{["'.includes(char)) {
        const none = MAY_BE_NONE.has(char) ? NO_NUMBER.exec(text.slice(i, i + 10))?.[0] : undefined;
        if (none) i += none.length - 1;
        this.#outside(char, none !== undefined);
      } else if (char.trim() !== '') return false;
      if (!this.open && this.#json !== '') this.#end();
    }
    return true;
  }

  #inside(char: string): void {
    if (this.#escaped || char === '\\') {
      this.#json += char;
      this.#escaped = !this.#escaped;
    } else if (char < ' ') {
      this.#json += `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
      this.#exact = false;
    } else {
      this.#json += char;
      this.#inString = char !== '"';
    }
  }

  #outside(char: string, none: boolean): void {
    this.#json += none ? 'null' : char;
    if (none) this.#exact = false;
    if (char === '"') this.#inString = true;
    else if (char === '{' || char === '[') this.#depth++;
    else if (char === '}' || char === ']') this.#depth--;
  }

  #end(): void {
    this.found.push({ json: this.#json, exact: this.#exact });
    this.#json = '';
    this.#exact = true;
  }
}
