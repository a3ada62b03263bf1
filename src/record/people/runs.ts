/** Characters of Base64 of either alphabet, and so of hexadecimal and UUIDs; line ends stand within a wrapped text. */
const WITHIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/[A-Za-z0-9+/_\r\n-]/.test(String.fromCharCode(code))),
);

/**
 * Whether a text has so many characters in a row that something could be encoded in them: `hasRun('a b c', 2)` is false. One of
 * that many places is looked at in a text without any, so it comes before patterns that look at all of them.
 */
export function hasRun(text: string, length: number): boolean {
  for (let probe = length - 1; probe < text.length; ) {
    const before = probe - length;
    let at = probe;
    while (at > before && WITHIN[text.charCodeAt(at)] === 1) at--;
    if (at === before) return true;
    probe = at + length;
  }
  return false;
}
