/** A range of a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Characters of a local part: those of RFC 5321 and 6531 that are not delimiters in URLs, JSON, CSV or HTML. */
const LOCAL = /[\p{L}\p{N}\p{M}.+_~!$*'-]/u;
const LONGEST_LOCAL = 256;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]{0,62}[\p{L}\p{N}\p{M}])?`;
const DOMAIN = new RegExp(
  String.raw`(?:${LABEL}\.){1,60}(?:xn--[a-z0-9-]{1,59}|\p{L}[\p{L}\p{M}]{1,62})`,
  'uiy',
);
/** A release, as in `model@1.2.0-rc.one`. */
const RELEASE = /^v?\d+(?:\.\d+)+-/i;

/**
 * Email addresses in a text, in order and without overlaps. Between two at signs each character is read at most
 * twice, so the time is linear.
 */
export function addressesIn(text: string): Span[] {
  const found: Span[] = [];
  let floor = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = startOfLocal(text, at, floor);
    floor = at + 1;
    if (start === at) continue;
    DOMAIN.lastIndex = at + 1;
    if (!DOMAIN.test(text)) continue;
    const end = DOMAIN.lastIndex;
    if (RELEASE.test(text.slice(at + 1, at + 16))) continue;
    found.push({ start, end });
    floor = end;
  }
  return found;
}

function startOfLocal(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && at - start < LONGEST_LOCAL) {
    const width = start - 1 > floor && isLowSurrogate(text.charCodeAt(start - 1)) ? 2 : 1;
    if (!LOCAL.test(text.slice(start - width, start))) break;
    start -= width;
  }
  // Quotes and dots before an address do not belong to it.
  while (start < at && /[.'~!$*-]/.test(text[start]!)) start++;
  return start;
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;
