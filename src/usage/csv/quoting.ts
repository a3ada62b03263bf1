/** Something that RFC 4180 does not allow. */
export interface Irregularity {
  kind:
    | 'text after a closing quote'
    | 'quote in an unquoted field'
    | 'quote that is never closed'
    | 'bytes that are not text';
  /** Byte offset in the decoded text. */
  at: number;
  row: number;
}

const QUOTE = '"';

/**
 * The first position in a row, in characters, where its quotes violate RFC 4180: parsers tolerate that, each in its own way.
 * A quote that is never closed is reported at the start of the row, since it affects the whole rest.
 */
export function quotingFault(
  text: string,
  delimiter: string,
): { kind: Irregularity['kind']; at: number } | undefined {
  let at = 0;
  // Looked for once, and not from each of a million cells.
  let quote = text.indexOf(QUOTE);
  while (at < text.length && quote >= 0) {
    if (quote < at) quote = text.indexOf(QUOTE, at);
    if (text[at] === QUOTE) {
      const close = closingQuote(text, at);
      if (close < 0) return { kind: 'quote that is never closed', at: 0 };
      at = close + 1;
      if (at < text.length && text[at] !== delimiter) return { kind: 'text after a closing quote', at };
    } else {
      const next = text.indexOf(delimiter, at);
      const end = next < 0 ? text.length : next;
      if (quote >= 0 && quote < end) return { kind: 'quote in an unquoted field', at: quote };
      at = end;
    }
    at++;
  }
  return undefined;
}

/** The position where a quote is closed; -1 if it never is. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf(QUOTE, open + 1);
  while (close >= 0 && text[close + 1] === QUOTE) close = text.indexOf(QUOTE, close + 2);
  return close;
}
