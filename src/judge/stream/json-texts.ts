/** A JSON text among others, and where the line stands on which it begins. */
export interface JsonText {
  value: unknown;
  offset: number;
  /** It is what stands there: nothing in it had to be put right. */
  exact: boolean;
}

/** The JSON texts in some lines, and whether there was anything beside them. */
export interface JsonTexts {
  texts: readonly JsonText[];
  passedOver: boolean;
}

const BEGINS = /^\s*[{["]/;
const NO_NUMBER = /^(?:NaN|-?Infinity)\b/;

/**
 * The JSON texts in lines that follow each other: several on a line, or one over several lines. NaN and bare control bytes
 * in strings are put right. Undefined where one that begins can't be read.
 */
export function jsonTexts(lines: readonly { text: string; offset: number }[]): JsonTexts | undefined {
  const texts: JsonText[] = [];
  let passedOver = false;
  for (let at = 0; at < lines.length; ) {
    const { text, offset } = lines[at]!;
    if (!BEGINS.test(text)) {
      if (text.includes('{')) return undefined;
      passedOver = true;
      at++;
      continue;
    }
    let taken = 1;
    let joined = text;
    let found = separate(joined);
    while (found === 'open' && at + taken < lines.length) {
      joined += `\n${lines[at + taken]!.text}`;
      taken++;
      found = separate(joined);
    }
    if (found === 'open' || found === undefined) return undefined;
    for (const { json, exact } of found) {
      const value = parsed(json);
      if (value === undefined) return undefined;
      texts.push({ value: value.value, offset, exact: exact && taken === 1 && found.length === 1 });
    }
    at += taken;
  }
  return { texts, passedOver };
}

function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/** Cuts a text where one JSON text ends and another begins; `open` where the last one goes on. */
function separate(text: string): { json: string; exact: boolean }[] | 'open' | undefined {
  const found: { json: string; exact: boolean }[] = [];
  let json = '';
  let depth = 0;
  let inString = false;
  let exact = true;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (inString) {
      if (char === '\\') json += char + (text[++i] ?? '');
      else if (char < ' ') {
        json += `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
        exact = false;
      } else {
        json += char;
        inString = char !== '"';
      }
    } else if (depth === 0 && json === '' && !'{["'.includes(char)) {
      if (char.trim() !== '') return undefined;
      continue;
    } else {
      const none = NO_NUMBER.exec(text.slice(i, i + 10))?.[0];
      json += none ? 'null' : char;
      if (none) {
        exact = false;
        i += none.length - 1;
      }
      if (char === '"') inString = true;
      else if (char === '{' || char === '[') depth++;
      else if (char === '}' || char === ']') depth--;
    }
    if (depth === 0 && !inString && json !== '') {
      found.push({ json, exact });
      json = '';
      exact = true;
    }
  }
  return depth > 0 || inString ? 'open' : found;
}
